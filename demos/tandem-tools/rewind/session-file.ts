import { readRecording, saveRecording } from '@doha/monitor/file';
import type { Recording } from '@doha/monitor';

/** A recorded session of a level. */
export interface RecordedPlay {
  /** Text of the level. */
  readonly source: string;
  readonly seed: number;
  /** Chunks of the log. */
  readonly log: readonly Uint8Array[];
  /** The work of the game's loop. */
  readonly recording: Recording;
}

/** Returns a session as a recording file, which `npx @doha/monitor` reads, too. */
export function saveSession({ log, recording, seed, source }: RecordedPlay): Uint8Array<ArrayBuffer> {
  const entries = log.map((bytes) => ({ kind: 'replay', bytes }));
  return Uint8Array.from(saveRecording(recording, { entries, metadata: { tandem: { source, seed } } }));
}

/** Reads a session. Rejects with an Error if the bytes are another file. */
export async function readSession(bytes: Uint8Array): Promise<RecordedPlay> {
  const { entries, metadata, recording } = await readRecording(bytes);
  const level = (metadata as { readonly tandem?: { source?: unknown; seed?: unknown } } | undefined)?.tandem;
  if (typeof level?.source !== 'string' || typeof level.seed !== 'number')
    throw new Error('The file is a recording, but not one of this page.');
  const log = entries.filter(({ kind }) => kind === 'replay').map((entry) => entry.bytes);
  return { source: level.source, seed: level.seed, log, recording };
}
