import { checkKind, checkObject, checkOptions } from '@doha/loop/options';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { Names } from '../recording/names.ts';
import { recordSize } from '../recording/record-ring.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';
import type { Bytes } from '../bytes/bytes.ts';
import { recordOf } from './event-record.ts';
import { eventsByThread } from '../recording/events-by-thread.ts';
import { checkRecords } from './record-encoding.ts';
import { FileEncoder } from './file-encoder.ts';
import { headerOf } from './header-of.ts';

/** An entry of another kind than events, such as an input. */
export interface FileEntry {
  /** Name of the kind, which the application chose. */
  readonly kind: string;
  readonly bytes: Uint8Array;
}

/** Options of {@link saveRecording}. An option that is `undefined` counts as absent. */
export interface SaveOptions {
  /** Entries of other kinds, in the order in which a reader gets them. Default: none. */
  entries?: readonly FileEntry[] | undefined;
  /** A value that JSON can represent, such as the version of the program. Default: none. */
  metadata?: unknown;
}

/**
 * Returns a recording as a file. The reader gets equal events in the same order. Only events of different threads that begin and end at the same times may
 * change places. A file stores at most 4,096 different names for each thread; events with further names are called `other`. Of a name of more than 200 characters, it stores the
 * beginning. Throws a TypeError if an
 * argument is invalid.
 */
export function saveRecording(recording: RecordingData, options: SaveOptions = {}): Bytes {
  const checked = dataOf('saveRecording: recording', recording);
  checkOptions('saveRecording', options, ['entries', 'metadata']);
  const { entries = [], metadata } = options;
  checkKind('saveRecording: entries', Array.isArray(entries), 'an array', entries);
  for (const entry of entries) checkEntry(entry);
  const file = new FileEncoder(headerOf('saveRecording', { metadata, origin: checked.origin }));
  let { lost } = checked; // of all threads, and counted for the first one
  for (const [thread, events] of eventsByThread(checked.events)) {
    const names = new Names();
    const numbers = recordsOf(events, names);
    checkRecords(numbers);
    file.records({ thread, numbers, lost, shift: 0, nameOf: (number) => names.nameOf(number) });
    lost = 0;
  }
  if (lost > 0) file.records({ thread: 'main', numbers: new Float64Array(), lost, shift: 0, nameOf: String });
  for (const { bytes, kind } of entries) file.entry(kind, bytes);
  file.end();
  return file.take();
}

function recordsOf(events: readonly RecordedEvent[], names: Names): Float64Array {
  const numbers = new Float64Array(events.length * recordSize);
  for (const [index, event] of asRecorded(events).entries()) {
    const [kind, value, second] = recordOf(event, (name) => names.numberOf(name));
    numbers.set(
      [kind, event.start, event.end, names.numberOf(event.name), value, second],
      index * recordSize,
    );
  }
  return numbers;
}

/** Sorts events by their ends, as a recorder does: the inverse of the order in `eventsOf`. The small differences of times need few bytes. */
function asRecorded(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const long = events.filter(({ end, start }) => end > start).toReversed();
  const short = events.filter(({ end, start }) => end <= start);
  return [...long, ...short].toSorted((one, other) => one.end - other.end);
}

function checkEntry(entry: FileEntry): void {
  checkObject('saveRecording: an entry', entry);
  checkKind('saveRecording: kind of an entry', typeof entry.kind === 'string', 'a string', entry.kind);
  checkKind(
    'saveRecording: bytes of an entry',
    entry.bytes instanceof Uint8Array,
    'a Uint8Array',
    entry.bytes,
  );
}
