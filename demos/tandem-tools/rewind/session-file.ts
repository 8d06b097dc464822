import { readRecording, saveRecording } from '@doha/monitor/file';
import { messageOf } from '../../lib/message-of.ts';
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

/** Reads a session. Rejects with an Error whose message is for the user if the bytes are another file. */
export async function readSession(bytes: Uint8Array): Promise<RecordedPlay> {
  if (!startsAsRecording(bytes))
    throw new Error(`This file is not a recording. ${appearanceOf(bytes)}`.trim());
  const { entries, isComplete, metadata, recording } = await readRecording(bytes).catch((error: unknown) => {
    throw new Error(`This recording cannot be read. ${messageOf(error)}`, { cause: error });
  });
  const { duration, seed, source, start } = (metadata as Metadata | undefined)?.tandem ?? {};
  if (typeof source !== 'string' || !isNumber(seed) || !isNumber(start) || !isNumber(duration))
    throw new Error('This file is a recording, but not one of this page.');
  const log = entries.filter(({ kind }) => kind === 'replay').map((entry) => entry.bytes);
  if (log.length === 0)
    throw new Error(
      isComplete
        ? 'This recording has no session.'
        : 'This file is not complete: the part with the session is missing.',
    );
  const last = recording.events.reduce((end, event) => Math.max(end, event.end), start);
  if (duration < 0 || duration > maxDuration || last > start + duration + tolerance)
    throw new Error('This recording cannot be replayed: its times are wrong.');
  return { source, seed, start, duration, log, recording };
}

/** Maximum duration of a session in ms: a day. */
const maxDuration = 24 * 60 * 60 * 1000;
/** Time in ms by which an event may end after its session, because the session ends in a callback. */
const tolerance = 1000;

interface Metadata {
  readonly tandem?: { readonly [Member in keyof RecordedPlay]?: unknown };
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Whether bytes begin as a recording file does, or as one that was compressed by gzip. */
function startsAsRecording(bytes: Uint8Array): boolean {
  const magics = ['doharec', '\x1f\x8b'];
  return magics.some((magic) => Array.from(magic).every((letter, at) => bytes[at] === letter.charCodeAt(0)));
}

/** A sentence about the contents of a file; empty for unknown ones. */
function appearanceOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'It is empty.';
  try {
    const start = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, 1000), { stream: true });
    if (hasControls.test(start)) return '';
    return /^\s*[[{]/.test(start) ? 'It looks like JSON.' : 'It looks like text.';
  } catch {
    return '';
  }
}

/** Characters that text does not have. */
const hasControls = /(?![\t\n\f\r])\p{Cc}/u;
