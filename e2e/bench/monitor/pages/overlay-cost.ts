// ?view=signals     the view that is open; `hidden` for a hidden overlay
// &rate=10          samples per second
// &events=10000     records per second
import type { Task } from '@doha/loop';
import { named, Recorder } from '@doha/monitor';
import { showOverlay, type ViewName } from '@doha/monitor/overlay';
import { leaveReport } from '../../../tools/pages/leave-report.ts';

/** Numbers that grow while the page runs. */
export interface OverlayCostReport {
  /** Number of records that were written. */
  records: number;
  /** The time in ms that the overlay took in each second, as it measures it itself. */
  readonly cost: () => number;
}

const query = new URLSearchParams(location.search);
const view = query.get('view') ?? 'signals';
const eventsPerMillisecond = Number(query.get('events') ?? 10_000) / 1000;

const recorder = new Recorder();
const probe = recorder.loop();
const frame = recorder.frame('enemies');
const tasks = Array.from(
  { length: 20 },
  (_, i) => ({ callback: named(`task ${i}`, () => {}) }) as unknown as Task,
);

const overlay = showOverlay(recorder, { rate: Number(query.get('rate') ?? 10), isShown: view !== 'hidden' });
if (view !== 'hidden') overlay.view = view as ViewName;
for (const name of ['alpha', 'beta', 'gamma', 'delta'])
  overlay.parameter(name, { get: () => 1, set: () => {}, min: 0, max: 2 });

const report: OverlayCostReport = { records: 0, cost: () => overlay.cost };
let writtenUntil = performance.now();

/** Writes the records of the time since the last frame: callbacks of 20 names, a turn, a window and two signals. */
function write(): void {
  requestAnimationFrame(write);
  const now = performance.now();
  const count = Math.round((now - writtenUntil) * eventsPerMillisecond) - 4;
  const length = (now - writtenUntil) / Math.max(1, count);
  for (let i = 0; i < count; i++) {
    const start = writtenUntil + i * length;
    probe.ran!(tasks[i % 20]!, start, start + length * (0.5 + (i % 5) / 10), (i * 7) % 100);
  }
  probe.turned!(writtenUntil, now);
  frame.windowEnded!(writtenUntil, now, count, 10);
  recorder.signal('queue', count);
  recorder.signal('noise', Math.random());
  report.records += Math.max(0, count) + 4;
  writtenUntil = now;
}

write();
leaveReport<OverlayCostReport>(report);
