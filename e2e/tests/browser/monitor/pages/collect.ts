import { EventLoop, Task } from '@doha/loop';
import { Collector, named, perfettoTrace, Recorder, type RemoteEvent, serveRecorder } from '@doha/monitor';
import { MultiProc } from '@doha/multiproc';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import type { recorded } from './recorded.worker.ts';

/** The report of a page that collects the records of workers and of another page. */
export interface CollectReport {
  readonly isolated: boolean;
  readonly tasks: number;
  /** Tasks of the pool whose call in a worker was recorded there, within the time of the task. */
  readonly linked: number;
  /** Ms by which a call in a worker seemed to begin before its task was sent; 0 if never. Ends have no order: a worker sends the result within the call. */
  readonly worstOrder: number;
  /** Largest stated error of a clock, in ms. */
  readonly clockError: number;
  readonly threads: readonly string[];
  /** Names of the events that were recorded in a worker before it closed. */
  readonly beforeEnd: readonly string[];
  readonly traceBytes: number;
  readonly ofOtherPage: number;
}

const recorder = new Recorder();
const loop = new EventLoop({ probe: recorder.loop() });
const proc = await MultiProc.start<typeof recorded.functions>({
  startLimit: 60_000, // Firefox needs more than 10 s on a busy machine
  spawn: () => new Worker(new URL('./recorded.worker.ts', import.meta.url), { type: 'module' }),
  workers: 2,
  probe: recorder.pool(),
  onError: () => {}, // a worker ends itself
});
const collector = new Collector({ recorder, interval: 20 });
collector.addPool(proc);

// The other page of a BroadcastChannel is played by a second recorder: a channel delivers nothing to itself, but to other objects of its name.
const other = new Recorder({ thread: 'other page' });
const theirs = new BroadcastChannel('doha monitor');
serveRecorder(other, theirs);
const ours = new BroadcastChannel('doha monitor');
collector.add(ours);
other.signal('load', 1);

loop.submit(new Task(named('draw', () => {})), 1);
const count = 40;
await Promise.all(Array.from({ length: count }, (_, i) => proc.run('spin', [i % 3])));
await collector.recording(); // the first answers
const before = await collector.recording();
await proc
  .task('end')
  .submit([])
  .result.catch(() => {});
await until(() => collector.threads.some(({ answers, name }) => name.startsWith('worker') && !answers));
const { events } = await collector.recording();

const tasks = before.events.filter((event): event is RemoteEvent => event.kind === 'remote');
const calls = tasks.map((task) => ({ task, runs: before.runsOf(task) }));
leaveReport<CollectReport>({
  isolated: globalThis.crossOriginIsolated,
  tasks: tasks.length,
  linked: calls.filter(({ runs, task }) => runs.length === 1 && runs[0]!.name === task.name).length,
  worstOrder: Math.max(0, ...calls.flatMap(({ runs, task }) => runs.map(({ start }) => task.sent! - start))),
  clockError: Math.max(
    ...collector.threads.filter(({ answers }) => answers).map(({ clockError }) => clockError),
  ),
  threads: collector.threads.map(({ name }) => name),
  beforeEnd: [...new Set(events.filter(({ thread }) => thread.startsWith('worker')).map(({ name }) => name))],
  traceBytes: perfettoTrace(before).length,
  ofOtherPage: events.filter(({ thread }) => thread === 'other page').length,
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
