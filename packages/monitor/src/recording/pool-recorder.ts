import { dropReasons, kindOf, remoteValue } from './recorded-event.ts';
import type { RecorderParts } from './recorder-parts.ts';

/** The members of a task of a pool that a recorder reads. */
export interface RemoteTask {
  readonly name: string;
  readonly status: string;
}

/** A `PoolProbe` of `@doha/multiproc`. */
export interface PoolRecorder {
  queued(task: RemoteTask): void;
  sent(task: RemoteTask, worker: number, id: number): void;
  ended(task: RemoteTask): void;
  flushed(queued: number): void;
}

/** A `WorkerProbe` of `@doha/multiproc`. */
export interface WorkerRecorder {
  ran(name: string, start: number, end: number, priority: number, id: number): void;
  dropped(name: string): void;
  turned(start: number, end: number): void;
}

/** Times in ms of a task that has not ended: its submission, and its last sending. Its last worker, and its number there. */
interface Unfinished {
  readonly queued: number;
  sent: number;
  worker: number;
  id: number;
}

/** Returns a probe that writes a record for each task of a pool when it has ended, and one for each new length of the queue. */
export function poolRecorder({ clock, names, ring }: RecorderParts, name: string): PoolRecorder {
  const [pool, queue] = [names.numberOf(name), names.numberOf(`${name} queue`)];
  const unfinished = new Map<RemoteTask, Unfinished>();
  let length = 0; // of the queue, as it was recorded last
  return {
    queued(task) {
      if (unfinished.has(task)) return; // it has left a worker, and waits again
      unfinished.set(task, { queued: clock.now(), sent: 0, worker: -1, id: -1 });
    },
    sent(task, worker, id) {
      const one = unfinished.get(task);
      if (one === undefined) return;
      one.sent = clock.now();
      one.worker = worker;
      one.id = id;
    },
    ended(task) {
      const one = unfinished.get(task);
      if (one === undefined) return;
      unfinished.delete(task);
      const { id, queued, sent, worker } = one;
      const value = remoteValue(pool, worker, id, task.status);
      ring.write(kindOf.remote, queued, clock.now(), names.numberOf(task.name), value, sent - queued);
    },
    flushed(queued) {
      if (queued === length) return;
      length = queued;
      const now = clock.now();
      ring.write(kindOf.signal, now, now, queue, queued);
    },
  };
}

/** Returns a probe that writes a record for each call of a function of a worker, and for each dropped task. */
export function workerRecorder({ clock, names, ring }: RecorderParts): WorkerRecorder {
  const turn = names.numberOf('turn');
  return {
    ran(name, start, end, priority, id) {
      ring.write(kindOf.task, start, end, names.numberOf(name), priority, id + 1);
    },
    dropped(name) {
      const now = clock.now();
      ring.write(kindOf.drop, now, now, names.numberOf(name), dropReasons.indexOf('cancelled'));
    },
    turned: (start, end) => ring.write(kindOf.turn, start, end, turn, 0),
  };
}
