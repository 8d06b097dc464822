import { Timer } from '@doha/loop';
import type { Crew } from './crew.ts';
import type { Member } from './member.ts';
import type { RemoteTask } from './remote-task.ts';
import type { TimerLoop } from './pool-timers.ts';

/** Looks within the limit. */
const looks = 4;

/**
 * Finds workers that are unresponsive: they have work, or have just started, and do not even answer. A task that waits for a promise or yields
 * does not keep its worker from answering. A long computation does.
 */
export class Watchdog {
  #crew: Crew;
  #loop: TimerLoop;
  #limit: number;
  #timer: Timer | undefined;
  #lookedAt = NaN;
  #silent: WeakMap<Member, number> = new WeakMap(); // for how many looks

  /** `limit`: milliseconds without an answer; Infinity: it never looks. */
  constructor(crew: Crew, loop: TimerLoop, limit: number) {
    this.#crew = crew;
    this.#loop = loop;
    this.#limit = limit;
    if (limit === Infinity) return;
    this.#timer = new Timer((now) => this.#look(now), { every: limit / looks });
    loop.submit(this.#timer);
  }

  stop(): void {
    if (this.#timer !== undefined) this.#loop.cancel(this.#timer);
  }

  // Nobody reads the clock when something comes: that would take as long as all else that is done then.
  #look(now: number): void {
    // A thread that was away itself, as in a debugger, has not heard what was told meanwhile.
    const wasAway = now - this.#lookedAt > (2 * this.#limit) / looks;
    this.#lookedAt = now;
    for (const member of this.#crew.members.values()) {
      const isQuiet = member.mustAnswer && !member.wasHeard && !wasAway;
      const silent = isQuiet ? (this.#silent.get(member) ?? 0) + 1 : 0;
      this.#silent.set(member, silent);
      member.wasHeard = false;
      if (silent > looks) this.#crew.lose(member, unresponsive(member, this.#limit));
      else if (silent === looks) {
        member.ping();
        member.flush();
      }
    }
  }
}

function unresponsive(member: Member, limit: number): Error {
  const { running, tasks } = member;
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
