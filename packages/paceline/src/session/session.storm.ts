import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import {
  below,
  type Chance,
  chanceOf,
  logUniform,
  oneOf,
  swarm,
  weighted,
} from '../../../chance.test.setup.ts';
import { none } from '../control/none.ts';
import type { Message } from '../sender/message.ts';
import type { StreamEnd } from '../stream/stream-ending.ts';
import type { Stream } from '../stream/stream.ts';
import { VirtualPair, type VirtualPairOptions } from '../virtual/virtual-pair.ts';
import type { Session } from './session.ts';

/** A stream of a storm, as its sender has it. */
interface Outgoing {
  readonly by: Stream | Session;
  /** Whether the peer reads the stream before the storm is over. */
  readonly isRead: boolean;
  isClosed: boolean;
  /** Whether the peer has cancelled the stream: delivered messages may not have been read. */
  isCancelled: boolean;
  /** Whether this endpoint has cancelled the stream. */
  isAborted: boolean;
  /** The outcome of the stream at this endpoint, and at the peer. */
  ownEnd?: StreamEnd;
  end?: StreamEnd;
}

interface SentMessage {
  readonly message: Message;
  readonly text: string;
  readonly sequence: string;
  readonly stream: Outgoing;
}

/** Messages that one endpoint sends, and those that the other one receives. */
class Traffic {
  readonly sent: SentMessage[] = [];
  readonly got: { text: string; sequence: string }[] = [];
  #from: Session;
  #streams: Outgoing[];
  #incoming: Stream[] = [];

  constructor(from: Session, to: Session) {
    this.#from = from;
    this.#streams = [{ by: from, isRead: true, isClosed: false, isCancelled: false, isAborted: false }];
    to.onMessage((data) => this.#note(data));
    to.onStream((stream) => {
      const outgoing = this.#streams[1 + this.#incoming.length]!; // they arrive in order
      this.#incoming.push(stream);
      void stream.ended.then((end) => (outgoing.end = end));
      if (stream.label === 'read') stream.onMessage((data) => this.#note(data));
    });
  }

  /** Reads the streams that were not read so far. */
  readAll(): void {
    for (const stream of this.#incoming)
      if (stream.label !== 'read') stream.onMessage((data) => this.#note(data));
  }

  #note(data: string | Uint8Array): void {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    this.got.push({ text, sequence: sequenceOf(text) });
  }

  open(weight: number, isRead: boolean, twoWay: boolean): void {
    const fairness = weight > 2 ? 'quality' : 'resource';
    const by = this.#from.stream({ weight, fairness, twoWay, label: isRead ? 'read' : 'unread' });
    const stream: Outgoing = { by, isRead, isClosed: false, isCancelled: false, isAborted: false };
    this.#streams.push(stream);
    if (!twoWay) void by.ended.then((end) => (stream.ownEnd = end));
  }

  close(index: number): void {
    const stream = this.#streams[1 + (index % Math.max(1, this.#streams.length - 1))];
    if (stream === undefined) return;
    (stream.by as Stream).close();
    stream.isClosed = true;
  }

  /** The sender cancels a stream. */
  abort(index: number): void {
    const stream = this.#streams[1 + (index % Math.max(1, this.#streams.length - 1))];
    if (stream === undefined) return;
    (stream.by as Stream).cancel();
    stream.isAborted = true;
  }

  /** Checks the outcomes of the streams at the peer. */
  checkEnds(): void {
    for (const stream of this.#streams.slice(1)) {
      const sent = this.sent.filter((one) => one.stream === stream);
      const isIncomplete = sent.some(
        ({ message: { status } }) => status === 'cancelled' || status === 'expired',
      );
      const allowed = endsOf(stream, isIncomplete);
      ok(allowed.includes(stream.end), `a stream ended as ${stream.end}, and not as ${allowed.join(', ')}`);
      if (stream.ownEnd === 'closed' && !stream.isCancelled)
        ok(stream.end === 'closed', `a stream ended as ${stream.end}, but as closed for its sender`);
    }
  }

  /** The receiver cancels a stream. */
  stop(index: number): void {
    const at = index % Math.max(1, this.#incoming.length);
    const stream = this.#incoming[at];
    if (stream === undefined) return;
    stream.cancel();
    this.#streams[1 + at]!.isCancelled = true; // they arrive in order
  }

  send({ asText, expires, key, priority, size, stream }: Send): void {
    const index = stream % this.#streams.length;
    const outgoing = this.#streams[index]!;
    if (outgoing.isClosed) return;
    const text = `${index}/${priority}/${this.sent.length}/`.padEnd(size, 'x');
    const data = asText ? text : new TextEncoder().encode(text);
    const options = { priority, ...(expires > 0 && { expiresIn: expires }) };
    const { by } = outgoing;
    const message = key > 0 ? by.latest(String(key), data, options) : by.send(data, options);
    this.sent.push({ message, text, sequence: sequenceOf(text), stream: outgoing });
  }

  cancel(index: number): void {
    this.sent[index % Math.max(1, this.sent.length)]?.message.cancel();
  }
}

/** Possible outcomes of a stream. A cancelled stream may have been closed before. */
function endsOf(
  { isAborted, isCancelled, isClosed }: Outgoing,
  isIncomplete: boolean,
): readonly (StreamEnd | undefined)[] {
  const ends: StreamEnd[] = [];
  if (isClosed) ends.push(isIncomplete ? 'incomplete' : 'closed');
  if (isAborted || isCancelled) ends.push('cancelled');
  return ends.length > 0 ? ends : [undefined];
}

/** Identifies a stream and a priority: the messages of a sequence must arrive in order. */
function sequenceOf(text: string): string {
  return text.split('/', 2).join('/');
}

interface Send {
  readonly stream: number;
  readonly priority: number;
  readonly size: number;
  readonly asText: boolean;
  readonly expires: number;
  readonly key: number;
}

/** A step of a storm. `direction`: index in the traffic of both directions; `index`: index of a stream, a message or a link. */
type Step =
  | { readonly kind: 'send'; readonly direction: number; readonly send: Send }
  | { readonly kind: 'cancel'; readonly direction: number; readonly index: number }
  | {
      readonly kind: 'open';
      readonly direction: number;
      readonly weight: number;
      readonly isRead: boolean;
      readonly twoWay: boolean;
    }
  | { readonly kind: 'close'; readonly direction: number; readonly index: number }
  | { readonly kind: 'abort'; readonly direction: number; readonly index: number }
  | { readonly kind: 'stop'; readonly direction: number; readonly index: number }
  | { readonly kind: 'pass'; readonly time: number }
  | { readonly kind: 'busy'; readonly times: number }
  | { readonly kind: 'stall'; readonly index: number; readonly time: number }
  | { readonly kind: 'kill'; readonly index: number; readonly first: number; readonly second: number }
  | { readonly kind: 'connect'; readonly delay: number; readonly rate: number };

/** A quarter of the programs are long and have all kinds of steps: lost credit shows only after many messages. */
function stepsOf(chance: Chance): Step[] {
  const isMixed = chance() < 0.25;
  const any = (limit: number): number => below(chance, limit);
  const keys = isMixed ? 0.5 : oneOf(chance, [0, 0.5]);
  const expires = isMixed ? 0.5 : oneOf(chance, [0, 0.5]);
  const longest = oneOf(chance, [50, 5000, 60_000]);
  const sendAny = (): Send => ({
    stream: any(4),
    priority: any(3),
    size: isMixed ? any(oneOf(chance, [51, 5001, 60_001])) : logUniform(chance, 1, longest),
    asText: chance() < 0.5,
    expires: chance() < expires ? any(201) : 0,
    key: chance() < keys ? any(3) : 0,
  });
  const openAny = (): Step => ({
    kind: 'open',
    direction: any(2),
    weight: 1 + any(4),
    isRead: chance() < 0.7,
    twoWay: chance() < 0.5,
  });
  const all: readonly (readonly [weight: number, step: () => Step])[] = [
    [10, () => ({ kind: 'send', direction: any(2), send: sendAny() })],
    [2, () => ({ kind: 'cancel', direction: any(2), index: any(100) })],
    [1, openAny],
    [0.3, () => ({ kind: 'close', direction: any(2), index: any(4) })],
    [0.3, () => ({ kind: 'abort', direction: any(2), index: any(4) })],
    [0.3, () => ({ kind: 'stop', direction: any(2), index: any(4) })],
    [8, () => ({ kind: 'pass', time: any(61) })],
    [0.5, () => ({ kind: 'pass', time: any(3000) })],
    [1, () => ({ kind: 'busy', times: any(40) })],
    [2, () => ({ kind: 'stall', index: any(4), time: any(2001) })],
    [2, () => ({ kind: 'kill', index: any(4), first: any(301), second: any(301) })],
    [3, () => ({ kind: 'connect', delay: any(51), rate: logUniform(chance, 10, 2000) })],
  ];
  const steps = isMixed ? all : swarm(chance, all);
  const count = isMixed ? 30 + any(31) : logUniform(chance, 2, 60);
  return Array.from({ length: count }, () => weighted(chance, steps)());
}

function play(pair: VirtualPair, traffic: readonly Traffic[], one: Step): void {
  if (one.kind === 'send') traffic[one.direction]!.send(one.send);
  else if (one.kind === 'cancel') traffic[one.direction]!.cancel(one.index);
  else if (one.kind === 'open') traffic[one.direction]!.open(one.weight, one.isRead, one.twoWay);
  else if (one.kind === 'close') traffic[one.direction]!.close(one.index);
  else if (one.kind === 'abort') traffic[one.direction]!.abort(one.index);
  else if (one.kind === 'stop') traffic[one.direction]!.stop(one.index);
  else if (one.kind === 'pass') pair.pass(one.time);
  else if (one.kind === 'busy') work(pair, one.times);
  else if (one.kind === 'connect') pair.connect(one);
  else {
    const link = pair.links[one.index % Math.max(1, pair.links.length)];
    if (one.kind === 'stall') link?.stall(pair.host.now() + one.time);
    else link?.kill(one.first, one.second);
  }
}

/** The thread is busy for 40 of 50 ms. */
function work(pair: VirtualPair, times: number): void {
  for (let i = 0; i < times; i++) {
    pair.host.spend(40);
    pair.pass(10);
  }
}

/** The window of the session has room for all unread streams of a storm. */
const settings = {
  maxMessageSize: 2 ** 16,
  reassemblyLimit: 2 ** 16,
  receiveWindow: 2 ** 23,
  streamWindow: 2 ** 16,
};
const littleRoom: VirtualPairOptions = { controller: none, settings };

export const name = 'sessions deliver each message once and in order while connections stall and die';
export const seedsInGate = 1200;

/**
 * Every fourth seed has little room for messages, and no latency control, so that whole windows are
 * lost at once. Some streams are read only at the end: they must not delay other streams.
 */
export async function run(seed: number): Promise<void> {
  const pair = new VirtualPair(seed % 4 === 0 ? littleRoom : {});
  const traffic = [new Traffic(pair.client, pair.server), new Traffic(pair.server, pair.client)];
  for (const one of stepsOf(chanceOf(seed))) play(pair, traffic, one);
  pair.connect({ delay: 5, rate: 1000 });
  pair.connect({ delay: 5, rate: 1000 });
  pair.pass(60_000);
  for (const { sent } of traffic) for (const one of sent) if (one.stream.isRead) checkSettled(one);
  for (const one of traffic) one.readAll();
  await Promise.resolve(); // then listeners get the messages that waited
  pair.pass(60_000);
  await Promise.resolve(); // promises resolve to the outcomes of streams
  for (const one of traffic) one.checkEnds();
  for (const { got, sent } of traffic) checkAll(sent, got);
  for (const session of [pair.client, pair.server]) strictEqual(session.queued, 0);
}

const settled = new Set(['delivered', 'cancelled', 'expired', 'superseded']);

function checkSettled({ message, text }: SentMessage): void {
  ok(settled.has(message.status), `${text} is ${message.status}`);
}

function checkAll(sent: Traffic['sent'], got: Traffic['got']): void {
  const arrived = new Set(got.map(({ text }) => text));
  strictEqual(arrived.size, got.length, 'a message arrived twice');
  const known = new Map(sent.map(({ message, text }) => [text, message]));
  for (const { text } of got) ok(known.has(text), `${text} was never sent`);
  for (const one of sent) {
    checkSettled(one);
    const { message, stream, text } = one;
    if (message.status === 'cancelled') ok(!arrived.has(text), `${text} was cancelled and has been read`);
    // A message that expired on a connection that was lost meanwhile may have arrived.
    if (message.status === 'expired' || stream.isCancelled) continue;
    strictEqual(arrived.has(text), message.status === 'delivered', text);
  }
  for (const sequence of new Set(got.map((one) => one.sequence))) {
    const orders = got.filter((one) => one.sequence === sequence).map(({ text }) => known.get(text)!.order);
    deepStrictEqual(
      orders,
      orders.toSorted((one, other) => one - other),
    );
  }
}
