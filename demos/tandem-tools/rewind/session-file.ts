import { readRecording, saveRecording } from '@doha/monitor/file';
import type { Recording } from '@doha/monitor';

/** A recorded session of a level. */
export interface RecordedPlay {
  /** Text of the level. */
  readonly source: string;
  readonly seed: number;
  /** Time in ms on the clock of the session at which it began. */
  readonly start: number;
  /** In ms. */
  readonly duration: number;
  /** Chunks of the log. */
  readonly log: readonly Uint8Array[];
  /** The work of the game's loop, as far as the recorder has kept it. */
  readonly recording: Recording;
}

/** Returns a session as a recording file, which `npx @doha/monitor` reads, too. */
export function saveSession({ log, recording, ...tandem }: RecordedPlay): Uint8Array<ArrayBuffer> {
  const entries = log.map((bytes) => ({ kind: 'replay', bytes }));
  return Uint8Array.from(saveRecording(recording, { entries, metadata: { tandem } }));
}

/** Reads a session. Rejects with an Error if the bytes are another file. */
export async function readSession(bytes: Uint8Array): Promise<RecordedPlay> {
  const { entries, metadata, recording } = await readRecording(bytes);
  const { duration, seed, source, start } = (metadata as Metadata | undefined)?.tandem ?? {};
  if (typeof source !== 'string' || !isNumber(seed) || !isNumber(start) || !isNumber(duration))
    throw new Error('The file is a recording, but not one of this page.');
  const log = entries.filter(({ kind }) => kind === 'replay').map((entry) => entry.bytes);
  return { source, seed, start, duration, log, recording };
}

interface Metadata {
  readonly tandem?: { readonly [Member in keyof RecordedPlay]?: unknown };
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
