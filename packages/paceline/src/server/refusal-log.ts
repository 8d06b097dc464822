import type { Refusal, RefusalReason } from './refusal.ts';

/** Ms in which a reason is logged once, so that refused clients cannot flood the log. */
const quiet = 1000;

interface Line {
  readonly at: number;
  untold: number;
}

/** Refusals of sessions that are over, and of a server that is closing, need nobody's attention. */
const expected: ReadonlySet<RefusalReason> = new Set(['closing', 'otherServer', 'unknownSession']);

/** Writes refusals that are not {@link expected} to a log, for each reason at most one line a second, which also says how many were left out. */
export class RefusalLog {
  #lines: Map<RefusalReason, Line> = new Map();
  #now: () => number;
  #write: (line: string) => void;

  constructor(now: () => number, write: (line: string) => void = toConsole) {
    this.#now = now;
    this.#write = write;
  }

  add({ message, reason, request }: Refusal): void {
    if (expected.has(reason)) return;
    const now = this.#now();
    const last = this.#lines.get(reason);
    if (last !== undefined && now - last.at < quiet) return void last.untold++;
    this.#lines.set(reason, { at: now, untold: 0 });
    const more = last === undefined || last.untold === 0 ? '' : ` (and ${last.untold} more before)`;
    const from = request.socket.remoteAddress ?? 'an unknown address';
    this.#write(`@doha/paceline: refused a connection from ${from}: ${reason}: ${message}${more}`);
  }
}

function toConsole(line: string): void {
  console.warn(line); // oxlint-disable-line no-console -- an application that wants them elsewhere gives onRefused
}
