import { isEntry, isReading, ItemKind } from './log-format.ts';
import { LogReader } from './log-reader.ts';

/** An input of a recorded session. */
export interface LoggedInput {
  readonly name: string;
  readonly time: number;
  readonly data: unknown;
}

/** A result of a call of a recorded session. */
export interface LoggedResult {
  /** Ms from the reading before the call to the delivery. If there is none, from the first reading. */
  readonly latency: number;
  readonly failed: boolean;
  readonly value: unknown;
}

/** The parts of a log that do not depend on decisions of the program. Times are in ms on the recorded clock. */
export interface LogEvents {
  readonly seed: number;
  /** The first and the latest reading. */
  readonly start: number;
  readonly end: number;
  /** Times without a reading, such as a sleep of the machine, of more than a minute. */
  readonly pauses: readonly Pause[];
  readonly inputs: readonly LoggedInput[];
  /** Results of the calls of each name, in the order of the calls. Undefined for a call without a result. */
  readonly results: ReadonlyMap<string, readonly (LoggedResult | undefined)[]>;
}

/** A time in which the program read no clock. In ms. */
export interface Pause {
  readonly start: number;
  readonly end: number;
}

/** Shortest pause in ms. A browser runs the timers of a hidden page once per minute. */
const minPause = 61_000;

interface OpenCall {
  readonly results: (LoggedResult | undefined)[];
  readonly at: number;
  /** The reading before the call; undefined if there is none. */
  readonly time: number | undefined;
}

/** Reads a log without its program. `bytes`: from `bytesOfLog`. */
export function eventsOfLog(bytes: Uint8Array): LogEvents {
  const reader = new LogReader(bytes);
  const names = ['other'];
  const inputs: LoggedInput[] = [];
  const results = new Map<string, (LoggedResult | undefined)[]>();
  const calls: OpenCall[] = [];
  const pauses: Pause[] = [];
  let start: number | undefined;
  let latest = Infinity; // the latest reading

  function passed(time: number): number {
    start ??= time;
    if (!Number.isFinite(time)) return time;
    if (time - latest >= minPause) pauses.push({ start: latest, end: time });
    latest = latest === Infinity ? time : Math.max(latest, time);
    return time;
  }

  function read(): void {
    const { argument, kind } = reader.next;
    if (isReading(kind)) {
      passed(reader.reading());
      return;
    }
    reader.take();
    if (kind === ItemKind.name) names.push(reader.text(argument));
    else if (kind === ItemKind.called) addCall(names[argument] ?? 'other');
    else if (kind === ItemKind.frame) reader.float64();
    else if (kind === ItemKind.visibility) reader.number();
    else if (kind === ItemKind.state) reader.value();
    else if (kind === ItemKind.end && argument === 1) reader.checkValue();
    else if (isEntry(kind)) readEntry(kind, Math.floor(argument / 2));
  }

  function addCall(name: string): void {
    const ofName = results.get(name) ?? [];
    results.set(name, ofName);
    calls.push({
      results: ofName,
      at: ofName.push(undefined) - 1,
      time: start === undefined ? undefined : reader.time,
    });
  }

  function readEntry(kind: ItemKind, argument: number): void {
    if (kind === ItemKind.input) {
      const data = reader.value();
      inputs.push({ name: names[argument] ?? 'other', time: passed(reader.reading()), data });
    }
    if (kind === ItemKind.results) readResults(argument);
  }

  function readResults(count: number): void {
    const settled = reader.results(count);
    const time = passed(reader.reading());
    for (const { call, failed, value } of settled) {
      const open = calls[call];
      if (open === undefined) continue;
      // A rerun begins at the first reading.
      const latency = time - (open.time ?? start ?? time);
      open.results[open.at] = { latency, failed, value };
    }
  }

  while (!reader.isOver) read();
  // A clock that was set back has shown later times before.
  const end = Number.isFinite(reader.time) && latest < Infinity ? latest : reader.time;
  return { seed: reader.seed, start: start ?? 0, end, pauses, inputs, results };
}
