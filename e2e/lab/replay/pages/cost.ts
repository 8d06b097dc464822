import { EventLoop, type Host, type Probe, Task } from '@doha/loop';
import { RecordedSession } from '@doha/monitor/replay';
import { leaveReport } from '../../../tools/pages/leave-report.ts';

// The time of a turn with 200 small callbacks: without a probe, with an empty probe, and in a recorded session. The rounds alternate.

/** Times of turns in µs, by the kind of the loop. */
export interface CostReport {
  readonly callbacks: number;
  readonly times: Readonly<Record<'plain' | 'probed' | 'recorded', readonly number[]>>;
  /** Bytes of the log per turn. */
  readonly bytesPerTurn: number;
}

const callbacks = 200;
const [rounds, turns] = [60, 100];
let bytes = 0;
let sum = 0;

const clock: Host = { now: () => performance.now() };
const session = new RecordedSession({ sink: { write: (_, chunk) => (bytes += chunk.length) } });
const empty: Probe = { ran: () => {} };
const loops = {
  plain: new EventLoop({ host: clock }),
  probed: new EventLoop({ host: clock, probe: empty }),
  recorded: new EventLoop({ host: session.host(clock), probe: session.probe() }),
};
type Kind = keyof typeof loops;
const kinds = Object.keys(loops) as Kind[];
const tasks = Array.from({ length: callbacks }, (_, i) => new Task(() => (sum += i)));
const run = session.input('turn', () => loops.recorded.run({ budget: 100 }));

function turn(kind: Kind): void {
  for (const [i, task] of tasks.entries()) loops[kind].submit(task, i % 7);
  if (kind === 'recorded') run(undefined);
  else loops[kind].run({ budget: 100 });
}

const times: Record<Kind, number[]> = { plain: [], probed: [], recorded: [] };
for (let round = -5; round < rounds; round++) {
  for (const kind of kinds) {
    const start = performance.now();
    for (let left = turns; left > 0; left--) turn(kind);
    if (round >= 0) times[kind].push(((performance.now() - start) * 1000) / turns);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
session.flush();
leaveReport<CostReport>({ callbacks, times, bytesPerTurn: bytes / ((rounds + 5) * turns) });
if (!(sum > 0)) throw new Error('the callbacks must run');
