import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { none } from '../control/none.ts';
import type { Message } from '../sender/message.ts';
import { VirtualPair, type VirtualPairOptions } from '../virtual/virtual-pair.ts';
import type { Session } from './session.ts';
import type { Stream } from './stream.ts';

/** What one end sends, and what the other one gets of it. */
class Traffic {
  readonly sent: { message: Message; text: string; lane: string }[] = [];
  readonly got: { text: string; lane: string }[] = [];
  #from: Session;
  #streams: (Stream | Session)[];

  constructor(from: Session, to: Session) {
    this.#from = from;
    this.#streams = [from];
    to.onMessage((data) => this.#note(data));
    to.onStream((stream) => stream.onMessage((data) => this.#note(data)));
  }

  #note(data: string | Uint8Array): void {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    this.got.push({ text, lane: laneOf(text) });
  }

  open(weight: number): void {
    this.#streams.push(this.#from.stream({ weight, fairness: weight > 2 ? 'quality' : 'resource' }));
  }

  send({ asText, expires, key, priority, size, stream }: Send): void {
    const which = stream % this.#streams.length;
    const text = `${which}/${priority}/${this.sent.length}/`.padEnd(size, 'x');
    const data = asText ? text : new TextEncoder().encode(text);
    const options = { priority, ...(expires > 0 && { expiresIn: expires }) };
    const by = this.#streams[which]!;
    const message = key > 0 ? by.latest(String(key), data, options) : by.send(data, options);
    this.sent.push({ message, text, lane: laneOf(text) });
  }

  cancel(which: number): void {
    this.sent[which % Math.max(1, this.sent.length)]?.message.cancel();
  }
}

function laneOf(text: string): string {
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

const side = fc.nat(1);
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      what: fc.constant('send' as const),
      side,
      send: fc.record({
        stream: fc.nat(3),
        priority: fc.nat(2),
        size: fc.oneof(fc.nat(50), fc.nat(5000), fc.nat(60_000)),
        asText: fc.boolean(),
        expires: fc.oneof(fc.constant(0), fc.nat(200)),
        key: fc.oneof(fc.constant(0), fc.nat(2)),
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), side, which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('open' as const),
      side,
      weight: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ what: fc.constant('pass' as const), time: fc.nat(60) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('stall' as const), which: fc.nat(3), time: fc.nat(2000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('kill' as const),
      which: fc.nat(3),
      first: fc.nat(300),
      second: fc.nat(300),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('connect' as const),
      delay: fc.nat(50),
      rate: fc.integer({ min: 10, max: 2000 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(pair: VirtualPair, traffic: readonly Traffic[], one: Step): void {
  if (one.what === 'send') traffic[one.side]!.send(one.send);
  else if (one.what === 'cancel') traffic[one.side]!.cancel(one.which);
  else if (one.what === 'open') traffic[one.side]!.open(one.weight);
  else if (one.what === 'pass') pair.pass(one.time);
  else if (one.what === 'connect') pair.connect(one);
  else {
    const link = pair.links[one.which % Math.max(1, pair.links.length)];
    if (one.what === 'stall') link?.stall(pair.host.now() + one.time);
    else link?.kill(one.first, one.second);
  }
}

const leastRoom = { longestMessage: 2 ** 16, mostUnfinished: 2 ** 16, mostUntaken: 2 ** 16 };
const littleRoom: VirtualPairOptions = { controller: none, settings: leastRoom };

export const name = 'sessions deliver each message once and in order while connections stall and die';
export const seedsInGate = 200;

/** Every fourth seed has little room for messages, and no congestion control, so that whole windows are lost at once. */
export function run(seed: number): void {
  const options = seed % 4 === 0 ? littleRoom : {};
  const property = fc.property(fc.array(step, { minLength: 30, maxLength: 60 }), (steps) => {
    const pair = new VirtualPair(options);
    const traffic = [new Traffic(pair.client, pair.server), new Traffic(pair.server, pair.client)];
    for (const one of steps) play(pair, traffic, one);
    pair.connect({ delay: 5, rate: 1000 });
    pair.connect({ delay: 5, rate: 1000 });
    pair.pass(60_000);
    for (const { got, sent } of traffic) checkAll(sent, got);
    for (const session of [pair.client, pair.server]) strictEqual(session.queued, 0);
  });
  fc.assert(property, { seed, numRuns: 10 });
}

const settled = new Set(['delivered', 'cancelled', 'expired', 'superseded']);

function checkAll(sent: Traffic['sent'], got: Traffic['got']): void {
  const came = new Set(got.map(({ text }) => text));
  strictEqual(came.size, got.length, 'a message came twice');
  const known = new Map(sent.map(({ message, text }) => [text, message]));
  for (const { text } of got) ok(known.has(text), `${text} was never sent`);
  for (const { message, text } of sent) {
    ok(settled.has(message.status), `${text} is ${message.status}`);
    // A message that expired on a connection which was lost meanwhile may have arrived.
    if (message.status !== 'expired') strictEqual(came.has(text), message.status === 'delivered', text);
  }
  for (const lane of new Set(got.map((one) => one.lane))) {
    const places = got.filter((one) => one.lane === lane).map(({ text }) => known.get(text)!.order);
    deepStrictEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
  }
}
