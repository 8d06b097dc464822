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
  /** Ids of recorders that need not answer, because an earlier request is still waiting for them. */
  readonly skipped: readonly string[];
}

/** The records and names that a collector has of a recorder. */
export interface KnownRecords {
  /** Number of names. */
  readonly names: number;
  /** Position after the records; undefined if the collector reads them in shared memory. */
  readonly position?: number | undefined;
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

/** Maximum length of the id of a recorder. */
const maxIdLength = 64;

/** Whether a message says that it is a request. */
export function isRequest(data: unknown): data is RecordRequest {
  const request = data as RecordRequest | null | undefined;
  return request?.doha === 'monitor request' && typeof request.collector === 'string';
}

/** Whether a message says that it is an answer to the collector with an id. */
export function isAnswerTo(collector: string, data: unknown): data is RecordAnswer {
  const answer = data as RecordAnswer | null | undefined;
  return answer?.doha === 'monitor answer' && answer.collector === collector;
}

/** The checks of the members that a message must have, apart from those that tell its kind. */
type Checks<Message> = {
  readonly [Member in Exclude<keyof Message, 'doha' | 'collector'>]: (message: Message) => boolean;
};

const checksOfRequest: Checks<RecordRequest> = {
  request: ({ request }) => isCount(request),
  asked: ({ asked }) => isTime(asked),
  sharesMemory: ({ sharesMemory }) => typeof sharesMemory === 'boolean',
  known: ({ known }) => isObject(known) && Object.values(known).every(isKnown),
  skipped: ({ skipped }) => Array.isArray(skipped),
};

// A collector uses memory for the names and records in answers, and draws their times.
const checksOfAnswer: Checks<RecordAnswer> = {
  request: ({ request }) => isCount(request),
  asked: ({ asked }) => isTime(asked),
  recorder: ({ recorder }) => typeof recorder === 'string' && recorder.length <= maxIdLength,
  thread: ({ thread }) => typeof thread === 'string',
  capacity: ({ capacity }) =>
    isCount(capacity) &&
    capacity >= minCapacity &&
    capacity <= maxCapacity &&
    Number.isInteger(Math.log2(capacity)),
  origin: ({ origin }) => origin === undefined || isTime(origin),
  received: ({ received }) => isTime(received),
  sent: ({ sent }) => isTime(sent),
  names: ({ names }) => Array.isArray(names) && names.every(isName),
  firstName: ({ firstName, names }) => isCount(firstName) && firstName + names.length <= maxNames,
  memory: ({ capacity, memory }) => memory === undefined || isSoundMemory(memory, capacity),
  numbers: ({ capacity, numbers }) =>
    numbers instanceof Float64Array &&
    numbers.length % recordSize === 0 &&
    numbers.length <= capacity * recordSize,
  lost: ({ lost }) => isCount(lost) && lost <= 2 ** 32,
  position: ({ position }) => isPosition(position),
};

/** Returns the name of a member of a request that is not valid; undefined if all are. The request may come from another machine. */
export function wrongMemberOfRequest(request: RecordRequest): string | undefined {
  return wrongMember(request, checksOfRequest);
}

/** Returns the name of a member of an answer that is not valid; undefined if all are. The answer may come from another machine. */
export function wrongMemberOfAnswer(answer: RecordAnswer): string | undefined {
  return wrongMember(answer, checksOfAnswer);
}

function wrongMember<Message>(message: Message, checks: Checks<Message>): string | undefined {
  const members = Object.keys(checks) as (keyof Checks<Message>)[];
  return members.find((member) => !checks[member](message)) as string | undefined;
}

function isKnown(known: unknown): boolean {
  if (!isObject(known)) return false;
  const { names, position } = known as KnownRecords;
  return isCount(names) && (position === undefined || isPosition(position));
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name.length <= maxNameLength;
}

function isSoundMemory(memory: SharedMemory | null, capacity: number): boolean {
  return isShared(memory?.records, RecordRing.bytesOf(capacity)) && isShared(memory?.names, sharedNamesSize);
}

function isShared(memory: unknown, size: number): boolean {
  const isMemory = typeof SharedArrayBuffer === 'function' && memory instanceof SharedArrayBuffer;
  return isMemory && memory.byteLength === size;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0;
}

/** Positions are numbers of records modulo 2³², as int32. */
function isPosition(position: number): boolean {
  return Number.isInteger(position) && (position | 0) === position;
}
