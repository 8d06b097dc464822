import { checkKind, checkObject } from '@doha/loop/options';
import { maxCapacity, minCapacity, recordSize } from '../recording/record-ring.ts';

/** A way to exchange messages with another thread, page or server: a MessagePort, a Worker, a BroadcastChannel, or an object of the application. */
export interface Channel {
  /** Sends a message. May throw an error if the message cannot be copied. */
  postMessage(message: unknown): void;
  /** Set by the monitor. Called with each message from the other endpoint. */
  onmessage: Listener['call'] | null;
}

/** Of the parameters of a method, unlike those of a function, TypeScript also accepts more special types, such as the MessageEvent of a MessagePort. */
interface Listener {
  call(event: { readonly data: unknown }): unknown;
}

/** Requests the records that were written since the last request. */
export interface RecordRequest {
  readonly doha: 'monitor request';
  /** Id of the collector that asks. Other collectors of the same BroadcastChannel see the answers, too. */
  readonly collector: string;
  /** Number of the request, which the answers repeat. */
  readonly request: number;
  /** Whether the collector can share memory. */
  readonly sharesMemory: boolean;
  /** Number of the names, and position after the records, that the collector has of each recorder, by the recorder's id. */
  readonly known: Readonly<Record<string, { readonly names: number; readonly position: number | undefined }>>;
}

/** The answer of a recorder. Times are in ms on its clock. */
export interface RecordAnswer {
  readonly doha: 'monitor answer';
  readonly collector: string;
  readonly request: number;
  /** Id of the recorder. */
  readonly recorder: string;
  readonly thread: string;
  readonly capacity: number;
  readonly origin: number | undefined;
  readonly received: number;
  readonly sent: number;
  /** The names that the collector does not know. */
  readonly names: readonly string[];
  /** The shared memory of the ring. Then `numbers` is empty. */
  readonly memory: SharedArrayBuffer | undefined;
  /** The records since the position of the collector. */
  readonly numbers: Float64Array;
  readonly lost: number;
  /** Position of the collector after these records. */
  readonly position: number;
}

/** Returns a request, or undefined if `data` is another message. */
export function asRequest(data: unknown): RecordRequest | undefined {
  const request = data as RecordRequest | null | undefined;
  return request?.doha === 'monitor request' ? request : undefined;
}

/** Returns an answer to a collector, or undefined if `data` is another message. */
export function asAnswer(data: unknown, collector: string): RecordAnswer | undefined {
  const answer = data as RecordAnswer | null | undefined;
  const isAnswer = answer?.doha === 'monitor answer' && answer.collector === collector;
  return isAnswer && isSound(answer) ? answer : undefined;
}

// An answer may come from another machine. The collector allocates memory for `capacity` records.
function isSound(answer: RecordAnswer): boolean {
  const { capacity, lost, memory, names, numbers, origin, position, received, sent } = answer;
  const isCapacity =
    Number.isInteger(Math.log2(capacity)) && capacity >= minCapacity && capacity <= maxCapacity;
  const areTimes = Number.isFinite(received) && Number.isFinite(sent);
  const areNames = Array.isArray(names) && names.every((name) => typeof name === 'string');
  const areRecords = numbers instanceof Float64Array && numbers.length % recordSize === 0;
  const isMemory =
    memory === undefined || (typeof SharedArrayBuffer === 'function' && memory instanceof SharedArrayBuffer);
  const isOrigin = origin === undefined || Number.isFinite(origin);
  const arePositions = Number.isInteger(position) && lost >= 0 && lost < 2 ** 32 && Number.isInteger(lost);
  return isCapacity && areTimes && areNames && areRecords && isMemory && isOrigin && arePositions;
}

/** Throws a TypeError unless `channel` can send messages. */
export function checkChannel(what: string, channel: Channel): void {
  checkObject(what, channel);
  checkKind(what, typeof channel.postMessage === 'function', 'an object with a method postMessage', channel);
}

/**
 * Whether memory can be shared over a channel. A page must be cross-origin isolated for that. Chromium drops messages with shared memory that are posted to a
 * BroadcastChannel.
 */
export function canShareMemory(channel: Channel): boolean {
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };
  const isBroadcast = typeof BroadcastChannel === 'function' && channel instanceof BroadcastChannel;
  return typeof SharedArrayBuffer === 'function' && crossOriginIsolated !== false && !isBroadcast;
}
