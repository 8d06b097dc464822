import { maxNames } from '../recording/names.ts';
import { maxCapacity, minCapacity, RecordRing, recordSize } from '../recording/record-ring.ts';
import { sharedNamesSize } from '../recording/shared-names.ts';
import { maxNameLength } from '../recording/short-name.ts';
import { isTime } from '../recording/sound-records.ts';

/** Requests the records that were written since the last request. */
export interface RecordRequest {
  readonly doha: 'monitor request';
  /** Id of the channel of a collector that asks. Other collectors of the same BroadcastChannel see the answers, too. */
  readonly collector: string;
  /** Number of the request, which the answers repeat. */
  readonly request: number;
  /** Time in ms of the request on the clock of the collector, which the answers repeat. */
  readonly asked: number;
  /** Whether the collector can share memory. */
  readonly sharesMemory: boolean;
  /** The records and names that the collector has of each recorder, by the recorder's id. */
  readonly known: Readonly<Record<string, KnownRecords>>;
}

/** The records and names that a collector has of a recorder. */
export interface KnownRecords {
  /** Number of names. */
  readonly names: number;
  /** Position after the records; undefined if the collector reads them in shared memory. */
  readonly position: number | undefined;
}

/** The shared memory of a recorder. */
export interface SharedMemory {
  /** The memory of its `RecordRing`. */
  readonly records: SharedArrayBuffer;
  /** The memory of its `SharedNames`. */
  readonly names: SharedArrayBuffer;
}

/** The answer of a recorder. Times are in ms on its clock. */
export interface RecordAnswer {
  readonly doha: 'monitor answer';
  readonly collector: string;
  readonly request: number;
  readonly asked: number;
  /** Id of the recorder. */
  readonly recorder: string;
  readonly thread: string;
  readonly capacity: number;
  readonly origin: number | undefined;
  readonly received: number;
  readonly sent: number;
  /** The names that the collector does not know, and the number of the first one. */
  readonly names: readonly string[];
  readonly firstName: number;
  /** In the first answer, if memory can be shared. Then `numbers` is empty. */
  readonly memory: SharedMemory | undefined;
  /** The records since the position of the collector. */
  readonly numbers: Float64Array;
  /** Number of records since that position that are missing before these. */
  readonly lost: number;
  /** Position of the collector after these records. */
  readonly position: number;
}

/** Maximum length of the id of a recorder or collector. */
const maxIdLength = 64;

/** Whether a message says that it is a request. */
export function isRequest(data: unknown): data is RecordRequest {
  return (data as RecordRequest | null | undefined)?.doha === 'monitor request';
}

/** Whether a message says that it is an answer to the collector with an id. */
export function isAnswerTo(collector: string, data: unknown): data is RecordAnswer {
  const answer = data as RecordAnswer | null | undefined;
  return answer?.doha === 'monitor answer' && answer.collector === collector;
}

/** Whether the members of a request are valid, as far as the recorder with an id reads them. The request may come from another machine. */
export function isSoundRequest(
  { asked, collector, known, request }: RecordRequest,
  recorder: string,
): boolean {
  if (typeof known !== 'object' || known === null) return false;
  const ofRecorder: unknown = known[recorder];
  return isId(collector) && isCount(request) && isTime(asked) && isKnown(ofRecorder);
}

function isKnown(known: unknown): boolean {
  if (known === undefined) return true;
  if (typeof known !== 'object' || known === null) return false;
  const { names, position } = known as KnownRecords;
  return isCount(names) && (position === undefined || isPosition(position));
}

/** Whether the members of an answer are valid. The answer may come from another machine, and must not make the collector fail or use memory without a limit. */
export function isSoundAnswer(answer: RecordAnswer): boolean {
  const { asked, capacity, origin, received, recorder, request, sent, thread } = answer;
  const isCapacity =
    Number.isInteger(Math.log2(capacity)) && capacity >= minCapacity && capacity <= maxCapacity;
  const areTimes = isTime(asked) && isTime(received) && isTime(sent);
  const isIdentified = isId(recorder) && typeof thread === 'string' && isCount(request);
  const hasOrigin = origin === undefined || isTime(origin);
  return (
    isIdentified && isCapacity && areTimes && hasOrigin && hasSoundNames(answer) && hasSoundRecords(answer)
  );
}

function hasSoundNames({ firstName, names }: RecordAnswer): boolean {
  return (
    isCount(firstName) &&
    Array.isArray(names) &&
    firstName + names.length <= maxNames &&
    names.every((name) => typeof name === 'string' && name.length <= maxNameLength)
  );
}

function hasSoundRecords({ capacity, lost, memory, numbers, position }: RecordAnswer): boolean {
  return (
    numbers instanceof Float64Array &&
    numbers.length % recordSize === 0 &&
    numbers.length <= capacity * recordSize &&
    isCount(lost) &&
    lost <= 2 ** 32 &&
    isPosition(position) &&
    (memory === undefined || isSoundMemory(memory, capacity))
  );
}

function isSoundMemory(memory: SharedMemory | null, capacity: number): boolean {
  return isShared(memory?.records, RecordRing.bytesOf(capacity)) && isShared(memory?.names, sharedNamesSize);
}

function isShared(memory: unknown, size: number): boolean {
  const isMemory = typeof SharedArrayBuffer === 'function' && memory instanceof SharedArrayBuffer;
  return isMemory && memory.byteLength === size;
}

function isId(id: unknown): boolean {
  return typeof id === 'string' && id.length <= maxIdLength;
}

function isCount(count: unknown): count is number {
  return Number.isSafeInteger(count) && (count as number) >= 0;
}

/** Positions are numbers of records modulo 2³², as int32. */
function isPosition(position: unknown): boolean {
  return typeof position === 'number' && (position | 0) === position;
}
