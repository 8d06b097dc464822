import { isEntry, ItemKind } from './log-format.ts';
import { LogReader } from './log-reader.ts';

/** An input of a recorded session. */
export interface LoggedInput {
  readonly name: string;
  readonly time: number;
  readonly data: unknown;
}

/** A result of a call of a recorded session. */
export interface LoggedResult {
  /** Ms from the reading before the call to the delivery. */
  readonly latency: number;
  readonly failed: boolean;
  readonly value: unknown;
}

/** The parts of a log that do not depend on decisions of the program. Times are in ms on the recorded clock. */
export interface LogEvents {
  readonly seed: number;
  /** The first and the last reading. */
  readonly start: number;
  readonly end: number;
  readonly inputs: readonly LoggedInput[];
  /** Results of the calls of each name, in the order of the calls. Undefined for a call without a result. */
  readonly results: ReadonlyMap<string, readonly (LoggedResult | undefined)[]>;
}

interface OpenCall {
  readonly results: (LoggedResult | undefined)[];
  readonly at: number;
  readonly time: number;
}

/** Reads a log without its program. `bytes`: from `bytesOfLog`. */
export function eventsOfLog(bytes: Uint8Array): LogEvents {
  const reader = new LogReader(bytes);
  const names = ['other'];
  const inputs: LoggedInput[] = [];
  const results = new Map<string, (LoggedResult | undefined)[]>();
  const calls: OpenCall[] = [];
  let start: number | undefined;

  function read(): void {
    const { argument, kind } = reader.next;
    if (kind === undefined || kind === ItemKind.exact) {
      const time = reader.reading();
      start ??= time;
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
    calls.push({ results: ofName, at: ofName.push(undefined) - 1, time: reader.time });
  }

  function readEntry(kind: ItemKind, argument: number): void {
    if (kind === ItemKind.input) {
      const data = reader.value();
      inputs.push({ name: names[argument] ?? 'other', time: reader.reading(), data });
    }
    if (kind === ItemKind.results) readResults(argument);
  }

  function readResults(count: number): void {
    const settled = reader.results(count);
    const time = reader.reading();
    for (const { call, failed, value } of settled) {
      const open = calls[call];
      if (open !== undefined) open.results[open.at] = { latency: time - open.time, failed, value };
    }
  }

  while (!reader.isOver) read();
  return { seed: reader.seed, start: start ?? 0, end: reader.time, inputs, results };
}
