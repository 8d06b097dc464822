import type { Refusal, RefusalReason } from './refusal.ts';

/** Period in ms in which a reason is logged once, so that refused clients cannot flood the log. */
const logPeriod = 1000;

interface Line {
  readonly at: number;
  omitted: number;
}

/** Usual reasons, which are not logged: the server is closing, or it does not have the session. */
const expected: ReadonlySet<RefusalReason> = new Set(['closing', 'otherServer', 'unknownSession']);

/** Logs refusals that are not {@link expected}: at most one line a second for each reason, with the number of refusals that were left out. */
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
    if (last !== undefined && now - last.at < logPeriod) return void last.omitted++;
    this.#lines.set(reason, { at: now, omitted: 0 });
    const more = last === undefined || last.omitted === 0 ? '' : ` (and ${last.omitted} more before)`;
    const from = request.socket.remoteAddress ?? 'an unknown address';
    this.#write(`@doha/paceline: refused a connection from ${from}: ${reason}: ${message}${more}`);
  }
}

function toConsole(line: string): void {
  console.warn(line); // oxlint-disable-line no-console -- to log refusals elsewhere, an application gives onRefused
}
