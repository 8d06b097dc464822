import { Timer } from '@doha/loop';
import type { Pool } from './pool.ts';
import type { WorkerConnection } from './worker-connection.ts';
import type { RemoteTask } from '../task/remote-task.ts';
import type { TimerLoop } from './pool-timers.ts';

/** Looks within the limit. */
const looks = 4;

/** A worker that was asked for an answer, and has sent nothing since. */
interface Silence {
  /** When it was asked, or when this was extended. */
  readonly since: number;
  readonly isExtended: boolean;
}

/**
 * Finds workers that are unresponsive: they have work, or have just started, and do not even answer. A task that waits for a promise or yields
 * does not keep its worker from answering. A long computation does.
 */
export class Watchdog {
  #pool: Pool;
  #loop: TimerLoop;
  #limit: number;
  #timer: Timer | undefined;
  #lookedAt = NaN;
  #silent: Map<WorkerConnection, Silence> = new Map();

  /** `limit`: milliseconds without an answer; Infinity: it never looks. */
  constructor(pool: Pool, loop: TimerLoop, limit: number) {
    this.#pool = pool;
    this.#loop = loop;
    this.#limit = limit;
    if (limit === Infinity) return;
    this.#timer = new Timer((now) => this.#look(now), { every: limit / looks });
    loop.submit(this.#timer);
  }

  stop(): void {
    if (this.#timer !== undefined) this.#loop.cancel(this.#timer);
    this.#silent.clear();
  }

  // Nobody reads the clock when something comes: that would take as long as all else that is done then.
  #look(now: number): void {
    const isLate = now - this.#lookedAt > (2 * this.#limit) / looks;
    this.#lookedAt = now;
    const silent = this.#silent;
    this.#silent = new Map();
    for (const connection of this.#pool.connections.values()) {
      const isQuiet = connection.mustAnswer && !connection.wasHeard;
      connection.wasHeard = false;
      if (isQuiet)
        this.#silent.set(connection, next(silent.get(connection), now, isLate) ?? ask(connection, now));
    }
    const overdue = [...this.#silent].filter(([, { since }]) => now - since >= this.#limit);
    if (overdue.length > 0) this.#pool.afterMessages(() => this.#loseSilent(overdue));
  }

  // An answer may be among the messages that waited while this thread was busy.
  #loseSilent(overdue: readonly (readonly [WorkerConnection, Silence])[]): void {
    for (const [connection, silence] of overdue) {
      const isSilent =
        connection.mustAnswer && !connection.wasHeard && this.#silent.get(connection) === silence;
      if (isSilent) this.#pool.lose(connection, unresponsive(connection, this.#limit));
    }
  }
}

function ask(connection: WorkerConnection, now: number): Silence {
  connection.ping();
  connection.flush();
  return { since: now, isExtended: false };
}

// A late look may mean that the worker was stopped as well, as in a page that was frozen: it has its time again. In an overloaded thread, or with throttled
// timers, all looks are late. Messages were received between them, so a silence is extended once.
function next(silence: Silence | undefined, now: number, isLate: boolean): Silence | undefined {
  return silence === undefined || silence.isExtended || !isLate ? silence : { since: now, isExtended: true };
}

function unresponsive(connection: WorkerConnection, limit: number): Error {
  const { running, tasks } = connection;
  const suspects = running === 'unknown' ? tasks : [running];
  const names = new Set(
    suspects.map((task) => (task === undefined ? 'what belongs to no task' : nameOf(task))),
  );
  return new Error(
    `it was unresponsive for ${limit} ms in ${names.size > 1 ? 'one of ' : ''}${[...names].join(', ')}`,
  );
}

function nameOf({ name, options: { color }, source: { origin } }: RemoteTask): string {
  return `${name} (${color === undefined ? '' : `color ${color}, `}${origin?.() ?? 'submitted by a worker'})`;
}
