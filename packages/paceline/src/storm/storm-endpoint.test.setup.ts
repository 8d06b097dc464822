import { ok, strictEqual } from 'node:assert/strict';
import { costOfStream } from '../memory/memory-cost.ts';
import type { Message } from '../sender/message.ts';
import type { Closed } from '../session/closing-handshake.ts';
import type { ConnectionChange, Session } from '../session/session.ts';
import type { Received } from '../stream/inbox.ts';
import type { StreamEnd } from '../stream/stream-ending.ts';
import type { Stream } from '../stream/stream.ts';
import { closeCode } from '../wire/close-code.ts';
import { textOf } from '../wire/payload.ts';
import type { Promises } from './promises.test.setup.ts';

/** Ways in which the receiver reads a stream: by a listener, by an iterator, only at the end of the storm, or by an iterator that is left early. */
export const readings = ['listen', 'iterate', 'unread', 'leave'] as const;
export type Reading = (typeof readings)[number];

/** The error that application callbacks throw in a storm. */
export class Thrown extends Error {}

/** A stream of a storm, or the session itself, at the endpoint that sends. */
interface StormStream {
  /** Identifies the stream, at both endpoints, among those that the same endpoint has opened. */
  readonly key: string;
  readonly by: Stream | Session;
  isClosed: boolean;
}

interface SentMessage {
  readonly message: Message;
  readonly text: string;
  readonly stream: StormStream;
  /** Whether the session had ended or was closing when the message was sent. */
  readonly isLate: boolean;
}

export interface SendPlan {
  readonly stream: number;
  readonly priority: number;
  readonly size: number;
  readonly isText: boolean;
  readonly expiresIn: number | undefined;
  readonly key: string | undefined;
}

export interface EndpointParts {
  readonly session: Session;
  readonly promises: Promises;
  /** The way in which the messages of the session itself are read. */
  readonly reading: Reading;
  /** Whether the server drops unread messages of the session, after its end, if their memory is needed. */
  readonly mayDropUnread: boolean;
  /** Called in each callback of the application; may throw. */
  readonly callback: () => void;
}

const mainKey = 'main';

/** One endpoint of a session in a storm, with the messages that it sends and receives. */
export class StormEndpoint {
  readonly session: Session;
  readonly sent: SentMessage[] = [];
  readonly got: string[] = [];
  readonly changes: ConnectionChange[] = [];
  closed: Closed | undefined;
  #wasClosed: boolean; // whether the session had ended before the application received it
  #wasConnected: boolean; // whether there was a connection when the application received the session
  /** Whether its process was killed. */
  isDead = false;
  /** Outcomes of streams, by their keys. */
  readonly ends: Map<string, StreamEnd> = new Map();
  /** Keys of streams that the endpoint has cancelled. */
  readonly cancelled: Set<string> = new Set();
  #parts: EndpointParts;
  #streams: StormStream[];
  #incoming: Map<string, Stream> = new Map();
  #opened = 0;

  constructor(parts: EndpointParts) {
    const { callback, promises, reading, session } = parts;
    this.#parts = parts;
    this.session = session;
    this.#wasClosed = session.endpoint.isClosed;
    this.#wasConnected = session.isConnected;
    this.#streams = [{ key: mainKey, by: session, isClosed: false }];
    promises.watch(session.closed.then((closed) => this.#ended(closed)));
    session.onStream((stream) => this.#receive(stream));
    session.onConnectionChange((change) => {
      this.changes.push(change);
      callback();
    });
    this.#read(session, mainKey, reading, 0);
  }

  /** Whether unread messages may have been dropped. */
  get hasDropped(): boolean {
    const { mayDropUnread } = this.#parts;
    return this.isDead || this.closed?.code === closeCode.overflow || (mayDropUnread && this.hasEnded);
  }

  get hasEnded(): boolean {
    return this.session.endpoint.isClosed;
  }

  /** `count`: number of messages after which the receiver leaves the stream, if `reading` is 'leave'. */
  open(reading: Reading, isTwoWay: boolean, weight: number, count: number): void {
    const key = `${this.#opened++}:${reading}:${count}`;
    const by = this.session.stream({
      label: key,
      twoWay: isTwoWay,
      weight,
      fairness: weight > 2 ? 'quality' : 'resource',
    });
    this.#streams.push({ key, by, isClosed: false });
    this.#parts.promises.watch(by.ended); // not kept in `ends`, where the outcome of a stream of the peer with the same key would overwrite it
    if (isTwoWay) this.#watchEnd(by, otherDirection(key));
    if (isTwoWay) this.#listen(by, otherDirection(key));
  }

  send(plan: SendPlan): void {
    const { expiresIn, isText, priority, size } = plan;
    const stream = this.#streams[plan.stream % this.#streams.length]!;
    if (stream.isClosed) return;
    const text = `${this.sent.length}/${stream.key}/${priority}/`.padEnd(size, '.');
    const data = isText ? text : new TextEncoder().encode(text);
    const { endpoint } = this.session;
    const isLate = endpoint.isClosing || endpoint.isClosed;
    const options = { priority, expiresIn };
    const message =
      plan.key === undefined ? stream.by.send(data, options) : stream.by.latest(plan.key, data, options);
    this.sent.push({ message, text, stream, isLate: isLate || endpoint.isClosed });
    this.#parts.promises.watch(message.sent);
    this.#parts.promises.watch(message.delivered);
  }

  cancelMessage(index: number): void {
    this.sent[index % Math.max(1, this.sent.length)]?.message.cancel();
  }

  closeStream(index: number): void {
    const stream = this.#streams[1 + (index % Math.max(1, this.#streams.length - 1))];
    if (stream !== undefined) this.#close(stream);
  }

  closeStreams(): void {
    for (const stream of this.#streams.slice(1)) this.#close(stream);
  }

  /** Cancels a stream that this endpoint has opened, or may send by. */
  abortStream(index: number): void {
    const stream = this.#streams[1 + (index % Math.max(1, this.#streams.length - 1))];
    if (stream === undefined) return;
    this.cancelled.add(otherDirection(stream.key));
    (stream.by as Stream).cancel();
  }

  waitUntilReady(index: number): void {
    this.#parts.promises.watch(this.#streams[index % this.#streams.length]!.by.ready);
  }

  cancelStream(index: number): void {
    const all = [...this.#incoming];
    const found = all[index % Math.max(1, all.length)];
    if (found === undefined) return;
    const [key, stream] = found;
    this.cancelled.add(key);
    stream.cancel();
  }

  /** Whether messages of a stream are read when they arrive. */
  readsAtOnce(key: string): boolean {
    if (key === mainKey) return this.#parts.reading === 'listen';
    return key.endsWith('<') || key.includes('listen');
  }

  /** Maximum memory in bytes of the peer's streams at this endpoint: that of all streams that have arrived. Those that have ended and were read take none. */
  get costOfStreams(): number {
    return [...this.#incoming.keys()].reduce((sum, label) => sum + costOfStream + 2 * label.length, 0);
  }

  /** Reads the streams that were not read so far. */
  readAll(): void {
    for (const [key, stream] of this.#incoming) if (key.includes('unread')) this.#listen(stream, key);
  }

  #close(stream: StormStream): void {
    stream.isClosed = true;
    (stream.by as Stream).close();
  }

  #receive(stream: Stream): void {
    const { label } = stream;
    const [, reading, count] = label.split(':');
    this.#incoming.set(label, stream);
    this.#watchEnd(stream, label);
    this.#read(stream, label, reading as Reading, Number(count));
    if (stream.isTwoWay) this.#streams.push({ key: otherDirection(label), by: stream, isClosed: false });
    this.#parts.callback();
  }

  #watchEnd(stream: Stream, key: string): void {
    this.#parts.promises.watch(stream.ended.then((end) => this.ends.set(key, end)));
  }

  #read(from: Stream | Session, key: string, reading: Reading, count: number): void {
    if (reading === 'listen') this.#listen(from, key);
    else if (reading === 'iterate') this.#parts.promises.watch(this.#iterate(from, key, Infinity));
    else if (reading === 'leave') this.#parts.promises.watch(this.#iterate(from, key, count));
  }

  #listen(from: Stream | Session, key: string): void {
    from.onMessage((data) => {
      this.#note(data, key);
      this.#parts.callback();
    });
  }

  async #iterate(from: Stream | Session, key: string, count: number): Promise<void> {
    let left = count;
    for await (const data of from) {
      this.#note(data, key);
      if (--left > 0) continue;
      this.cancelled.add(key);
      break;
    }
  }

  #note(data: Received, key: string): void {
    if (this.isDead) return;
    const text = typeof data === 'string' ? data : textOf(data)!;
    strictEqual(text.split('/', 2)[1], key, 'a message arrived by another stream');
    this.got.push(text);
  }

  #ended(closed: Closed): void {
    this.closed = closed;
    const { endpoint } = this.session;
    const isClosed = endpoint.isEndedHere || endpoint.isClean;
    const isLost = !isClosed && !this.#wasClosed;
    strictEqual(this.changes.includes('lost'), isLost, 'a lost session is reported as lost');
  }

  /** Checks the state of this endpoint when the session has ended. */
  check(): void {
    const { endpoint, id, queued, scheduler, sendMemory, statistics } = this.session;
    ok(this.closed !== undefined, `session ${id} has not ended`);
    ok(this.closed.code !== closeCode.badFrame, `session ${id} ended with ${this.closed.reason}`);
    const changes = [...(this.#wasConnected ? [] : ['disconnected']), ...this.changes].join(' ');
    ok(orderOfChanges.test(changes), changes);
    const { channels, held } = endpoint;
    const counters = [queued, held, sendMemory, channels.size, scheduler.waiting];
    strictEqual(String(counters), '0,0,0,0,0', 'something is left');
    const ends = { delivered: 0, cancelled: 0, expired: 0, superseded: 0, lost: 0 };
    for (const { message, text } of this.sent) {
      ok(message.hasEnded, `${text.slice(0, 20)} is ${message.status}`);
      ends[message.status as keyof typeof ends]++;
    }
    strictEqual(statistics.messagesDelivered, ends.delivered);
    strictEqual(statistics.messagesCancelled, ends.cancelled);
    strictEqual(statistics.messagesExpired, ends.expired);
    strictEqual(statistics.messagesSuperseded, ends.superseded);
    strictEqual(statistics.messagesLost, ends.lost);
    ok(statistics.messagesReceived >= this.got.length);
  }
}

const orderOfChanges = /^(disconnected resumed ?)*(disconnected ?)?(lost)?$/;

/** Checks the messages that have arrived against those that were sent. `to`: undefined if the peer never had the session. */
export function checkDirection(from: StormEndpoint, to: StormEndpoint | undefined): void {
  const got = to?.got ?? [];
  const arrived = new Set(got);
  strictEqual(arrived.size, got.length, 'a message arrived twice');
  const known = new Map(from.sent.map((one) => [one.text, one]));
  for (const text of got) ok(known.has(text), `${text.slice(0, 20)} was never sent`);
  for (const one of from.sent) checkEnd(one, arrived.has(one.text), from, to);
  checkOrder(got.map((text) => known.get(text)!));
}

function checkEnd(
  { isLate, message, stream, text }: SentMessage,
  hasArrived: boolean,
  from: StormEndpoint,
  to: StormEndpoint | undefined,
): void {
  const { status } = message;
  const about = `${text.slice(0, 20)} is ${status}, and has ${hasArrived ? '' : 'not '}arrived`;
  const isComplete = status === 'delivered' || status === 'superseded';
  if (to?.ends.get(stream.key) === 'closed') ok(isComplete, `${about}, in a closed stream`);
  const isStopped = to?.cancelled.has(stream.key) === true;
  const isUnread = to?.hasDropped === true && !to.readsAtOnce(stream.key);
  if (status === 'delivered') ok(hasArrived || isStopped || isUnread, about);
  if (status === 'superseded' || status === 'cancelled') ok(!hasArrived, about);
  const isOrderly = isEndOfApplication(from) && to !== undefined && isEndOfApplication(to);
  if (status === 'lost') ok(isLate || (from.hasEnded && !isOrderly), about);
}

/** Returns the key of the opposite direction of a two-way stream. */
function otherDirection(key: string): string {
  return key.endsWith('<') ? key.slice(0, -1) : `${key}<`;
}

/** Whether the session ended with the code of a `close`. */
function isEndOfApplication({ closed }: StormEndpoint): boolean {
  return closed !== undefined && closed.code >= 3000 && closed.code < 4000;
}

function checkOrder(got: readonly SentMessage[]): void {
  const last = new Map<string, number>();
  for (const { message, stream, text } of got) {
    const key = `${stream.key} ${message.priority}`;
    ok(message.order > (last.get(key) ?? -1), `${text.slice(0, 20)} arrived too late`);
    last.set(key, message.order);
  }
}
