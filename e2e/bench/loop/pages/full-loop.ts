// ?by=loop|react|post-task        who runs the tasks
// &slice=4&input-pending=no       of the loop: its slice; hide isInputPending from it
// &task=50                        µs that each task takes
// &settle=500                     ms that the page may come up before it is looked at
// &seconds=5&frames=30&keys=10    the least to last, to present and to hear before the report is left
import { fillWith, isFiller } from '../../../tools/pages/always-full.ts';
import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';

/** How a page did while its thread was never without a task. */
export interface FullLoopReport {
  readonly tasks: number;
  /** ms from each frame to the next. */
  readonly frameGaps: readonly number[];
  /** ms from each press of a key to its handler. */
  readonly keyDelays: readonly number[];
  /** ms that all this took. */
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
  leaveReport<FullLoopReport>({
    tasks,
    frameGaps,
    keyDelays,
    duration,
    canAskForInput: scheduling?.isInputPending !== undefined,
  });
});
