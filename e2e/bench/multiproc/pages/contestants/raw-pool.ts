import { type AnyWorker, type Line, lineTo, terminateAll } from './line.ts';
import type { PoolMaker, TaskName, Value } from './pool.ts';
import { UrgentFirst } from './urgent-first.ts';

/** The message of a task. */
export type Call = readonly [id: number, name: TaskName, value: Value];
/** The message of a result. */
export type Answer = readonly [id: number, value: Value];

/** Maximum number of tasks in flight per worker. It is large enough to hide the latency of messages. */
const window = 8;

interface Connection {
  readonly line: Line<Call, Answer>;
  inFlight: number;
}

/**
 * A simple pool written by hand. Each task is one message to the worker with the fewest tasks in
 * flight. At most `window` tasks per worker are in flight.
 */
export function rawPool(name: string, spawn: () => AnyWorker): PoolMaker {
  return {
    name,
    start(count) {
      const workers = Array.from({ length: count }, spawn);
      const connections = workers.map((worker): Connection => ({ line: lineTo(worker), inFlight: 0 }));
      const waiting = new UrgentFirst<Call>(([, task]) => task === 'urgent');
      const resolvers = new Map<number, (value: Value) => void>();
      let next = 0;

      const send = (connection: Connection): void => {
        const call = waiting.shift();
        if (call === undefined) return;
        connection.inFlight++;
        connection.line.post(call);
      };
      for (const connection of connections) {
        connection.line.listen(([id, value]) => {
          connection.inFlight--;
          send(connection);
          resolvers.get(id)!(value);
          resolvers.delete(id);
        });
      }
      return {
        run(task, value) {
          const id = next++;
          waiting.push([id, task, value]);
          const connection = connections.reduce((least, other) =>
            other.inFlight < least.inFlight ? other : least,
          );
          if (connection.inFlight < window) send(connection);
          return new Promise((resolve) => resolvers.set(id, resolve));
        },
        stop: () => terminateAll(workers),
      };
    },
  };
}
