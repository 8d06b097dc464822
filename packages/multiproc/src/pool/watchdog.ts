import { Timer } from '@doha/loop';
import type { Pool } from './pool.ts';
import type { WorkerConnection } from './worker-connection.ts';
import type { RemoteTask } from '../task/remote-task.ts';
import type { TimerLoop } from './pool-timers.ts';

/** Number of checks within the limit. */
const checks = 4;

/** A worker that was sent a ping and has sent nothing since. */
interface Silence {
  /** Time of the ping, or of the extension. */
  readonly since: number;
  readonly isExtended: boolean;
}

/**
 * Finds unresponsive workers: those that have work, or have just started, and do not answer a ping. A worker answers while its tasks wait for a promise,
 * and at each yield. It does not answer during a long computation.
 */
export class Watchdog {
  #pool: Pool;
  #loop: TimerLoop;
  #limit: number;
  #timer: Timer | undefined;
  #checkedAt = NaN;
  #silent: Map<WorkerConnection, Silence> = new Map();

  /** `limit`: time in ms without an answer. With Infinity the watchdog never checks. */
  constructor(pool: Pool, loop: TimerLoop, limit: number) {
    this.#pool = pool;
    this.#loop = loop;
    this.#limit = limit;
    if (limit === Infinity) return;
    this.#timer = new Timer((now) => this.#check(now), { every: limit / checks });
    loop.submit(this.#timer);
  }

  stop(): void {
    if (this.#timer !== undefined) this.#loop.cancel(this.#timer);
    this.#silent.clear();
  }

  // Reading the clock for each message would double the time for receiving it. So each message only sets a flag, which the next check reads and clears.
  #check(now: number): void {
    const isLate = now - this.#checkedAt > (2 * this.#limit) / checks;
    this.#checkedAt = now;
    const silent = this.#silent;
    this.#silent = new Map();
    for (const connection of this.#pool.connections.values()) {
      const isQuiet = connection.mustAnswer && !connection.hasNewMessage;
      connection.hasNewMessage = false;
      if (isQuiet)
        this.#silent.set(connection, next(silent.get(connection), now, isLate) ?? ask(connection, now));
    }
    const overdue = [...this.#silent].filter(([, { since }]) => now - since >= this.#limit);
    if (overdue.length > 0) this.#pool.afterMessages(() => this.#loseSilent(overdue));
  }

  // Called after waiting messages were received, because the answer may have waited while this
  // thread was busy.
  #loseSilent(overdue: readonly (readonly [WorkerConnection, Silence])[]): void {
    for (const [connection, silence] of overdue) {
      const isSilent =
        connection.mustAnswer && !connection.hasNewMessage && this.#silent.get(connection) === silence;
      if (isSilent) this.#pool.lose(connection, unresponsive(connection, this.#limit));
    }
  }
}

function ask(connection: WorkerConnection, now: number): Silence {
  connection.ping();
  connection.flush();
  return { since: now, isExtended: false };
}

// A late check may mean that the worker was stopped as well, as in a frozen page, so the worker
// gets the whole limit again. In an overloaded thread, or with throttled timers, all checks are
// late. Messages were received between them, so a silence is extended only once.
function next(silence: Silence | undefined, now: number, isLate: boolean): Silence | undefined {
  return silence === undefined || silence.isExtended || !isLate ? silence : { since: now, isExtended: true };
}

function unresponsive(connection: WorkerConnection, limit: number): Error {
  const { running, tasks } = connection;
  const suspects = running === 'unknown' ? tasks : [running];
  const names = new Set(
    suspects.map((task) => (task === undefined ? 'code outside of tasks' : nameOf(task))),
  );
  return new Error(
    `it was unresponsive for ${limit} ms in ${names.size > 1 ? 'one of ' : ''}${[...names].join(', ')}`,
  );
}

function nameOf({ name, options: { color }, source: { origin } }: RemoteTask): string {
  return `${name} (${color === undefined ? '' : `color ${color}, `}${origin?.() ?? 'submitted by a worker'})`;
}
