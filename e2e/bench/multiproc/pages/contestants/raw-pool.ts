import { type AnyWorker, type Line, lineTo, terminateAll } from './line.ts';
import type { PoolMaker, TaskName, Value } from './pool.ts';
import { UrgentFirst } from './urgent-first.ts';

/** A task in a message: its number, its function, its argument. */
export type Call = readonly [id: number, name: TaskName, value: Value];
/** Its number and what it gave. */
export type Answer = readonly [id: number, value: Value];

/** As many as hide the way there and back. */
const window = 8;

interface Lane {
  readonly line: Line<Call, Answer>;
  inFlight: number;
}

/** What a good engineer writes by hand in an afternoon: a message for each task, to the worker that has the fewest, a few at once. */
export function rawPool(name: string, spawn: () => AnyWorker): PoolMaker {
  return {
    name,
    start(count) {
      const workers = Array.from({ length: count }, spawn);
      const lanes = workers.map((worker): Lane => ({ line: lineTo(worker), inFlight: 0 }));
      const waiting = new UrgentFirst<Call>(([, task]) => task === 'urgent');
      const resolvers = new Map<number, (value: Value) => void>();
      let next = 0;

      const send = (lane: Lane): void => {
        const call = waiting.shift();
        if (call === undefined) return;
        lane.inFlight++;
        lane.line.post(call);
      };
      for (const lane of lanes) {
        lane.line.listen(([id, value]) => {
          lane.inFlight--;
          send(lane);
          resolvers.get(id)!(value);
          resolvers.delete(id);
        });
      }
      return {
        run(task, value) {
          const id = next++;
          waiting.push([id, task, value]);
          const lane = lanes.reduce((least, other) => (other.inFlight < least.inFlight ? other : least));
          if (lane.inFlight < window) send(lane);
          return new Promise((resolve) => resolvers.set(id, resolve));
        },
        stop: () => terminateAll(workers),
      };
    },
  };
}
