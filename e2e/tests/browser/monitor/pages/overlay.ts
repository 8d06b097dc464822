// ?two=1       shows a second overlay, with the key F9
import { EventLoop, Frame, Task, Timer } from '@doha/loop';
import { named, Recorder } from '@doha/monitor';
import { type Overlay, showOverlay } from '@doha/monitor/overlay';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';

/** The objects and counters that the tests read. */
export interface OverlayPage {
  readonly overlays: Overlay[];
  readonly showOverlay: typeof showOverlay;
  readonly settings: { speed: number; policy: string; isFair: boolean };
  /** Keys that the page has received. */
  readonly keys: string[];
  /** Number of clicks on the button of the page. */
  clicks: number;
  /** Calls of callbacks of the application, by name. */
  readonly calls: Record<string, number>;
  /** The value of the sampled signal `load`. */
  load: number;
}

const recorder = new Recorder();
const loop = new EventLoop({ probe: recorder.loop() });
const state: OverlayPage = {
  overlays: [],
  showOverlay,
  settings: { speed: 1, policy: 'near', isFair: true },
  keys: [],
  clicks: 0,
  calls: { bad: 0, set: 0 },
  load: 1,
};

const entities = Array.from({ length: 50 }, (_, id) => ({ id }));
const frame = new Frame({
  entities,
  update: () => {},
  priority: ({ id }) => id / 50,
  probe: recorder.frame('entities'),
});
frame.attach(loop);
const stale = new Task(named('stale', () => {}));
const batch = loop.batch();
loop.submit(
  new Timer(
    named('step', () => {
      frame.tick();
      batch.submit(stale, 0);
      batch.cancel();
      recorder.signal('queue', state.load * 3);
      recorder.signal('bytes', 1000);
    }),
    { every: 20 },
  ),
);

function addAll(overlay: Overlay): void {
  const { calls, settings } = state;
  overlay.sample('load', () => state.load, { unit: 'items' });
  overlay.sample('bad', () => {
    calls['bad']!++;
    if (calls['bad'] === 3) throw new Error('no world');
    return 1;
  });
  overlay.signal('bytes', { aggregate: 'rate', unit: 'B' });
  overlay.parameter('speed', {
    get: () => settings.speed,
    set: (value) => {
      calls['set']!++;
      if (value > 8) throw new RangeError('too fast');
      settings.speed = value;
    },
    min: 0,
    max: 10,
    step: 0.5,
  });
  overlay.parameter('policy', {
    get: () => settings.policy,
    set: (value) => (settings.policy = value),
    options: ['near', 'far', 'old'],
  });
  overlay.parameter('fair', { get: () => settings.isFair, set: (value) => (settings.isFair = value) });
}

state.overlays.push(showOverlay(recorder));
if (new URLSearchParams(location.search).has('two'))
  state.overlays.push(showOverlay(recorder, { name: 'Second', key: 'F9', view: 'lanes' }));
for (const overlay of state.overlays) addAll(overlay);
addEventListener('keydown', ({ code }) => state.keys.push(code));
addEventListener('keyup', ({ code }) => state.keys.push(`-${code}`));
document.querySelector('#page-button')!.addEventListener('click', () => state.clicks++);
leaveReport<OverlayPage>(state);
