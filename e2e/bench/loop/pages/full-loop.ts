// Parameters with their defaults:
// ?by=loop                        scheduler of the tasks: loop, react or post-task
// &slice=4                        slice of the loop in ms
// &input-pending=yes              `no` hides isInputPending from the loop
// &task=50                        duration of each task in µs
// &settle=500                     ms between the start of the page and the measurement
// &seconds=0&frames=0&keys=0      the page leaves its report after at least this duration in s,
//                                 and this number of frames and key presses
import { fillWith, isFiller } from '../../../tools/pages/always-full.ts';
import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';

/** Results of a page whose main thread always has tasks. */
export interface FullPageReport {
  /** Number of tasks during the measurement. */
  readonly tasks: number;
  /** Times between consecutive frames in ms. */
  readonly frameGaps: readonly number[];
  /** Times between a key press and its handler in ms. */
  readonly keyDelays: readonly number[];
  /** Duration of the measurement in ms. */
  readonly duration: number;
  readonly canAskForInput: boolean;
}

const query = new URLSearchParams(location.search);
const number = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);

if (query.get('input-pending') === 'no') Object.defineProperty(navigator, 'scheduling', { value: undefined });

const steps = number('task', 50) * stepsPerMicrosecond();
const by = query.get('by') ?? 'loop';
if (!isFiller(by)) throw new RangeError(`Fill the page: by must be loop, react or post-task, not ${by}`);

let tasks = 0;
const frameGaps: number[] = [];
const keyDelays: number[] = [];
let lastFrame = 0;
let start = Infinity;

fillWith[by](
  () => {
    tasks++;
    spin(steps);
  },
  { slice: number('slice', 4) },
);
setTimeout(
  () => {
    start = performance.now();
    tasks = 0; // tasks before the measurement do not count
  },
  number('settle', 500),
);

addEventListener('keydown', (event) => {
  if (event.timeStamp >= start) keyDelays.push(performance.now() - event.timeStamp);
});

requestAnimationFrame(function frame() {
  requestAnimationFrame(frame);
  const now = performance.now();
  if (lastFrame > start) frameGaps.push(now - lastFrame);
  lastFrame = now;
  const duration = now - start;
  if (duration < number('seconds', 0) * 1000) return;
  if (frameGaps.length < number('frames', 0) || keyDelays.length < number('keys', 0)) return;
  const scheduling = (navigator as { scheduling?: { isInputPending?: unknown } }).scheduling;
  leaveReport<FullPageReport>({
    tasks,
    frameGaps,
    keyDelays,
    duration,
    canAskForInput: scheduling?.isInputPending !== undefined,
  });
});
