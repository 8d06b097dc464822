import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { checkNumber, Deck } from './deck.ts';
import type { End, Heard, Transport } from './programs/transport.ts';
import type { TransportName } from './programs/transports.ts';
import { tcpSegments, useEthernetSegments } from './tcp-segments.ts';

/*
 * One of the two processes of a measurement on loopback, a server or a client; its argument is the module of the transports. It does what it is asked by
 * its parent: each message names one of `requests` and has its input, and is answered.
 */

const [, , path = ''] = process.argv;
const { transports } = (await import(pathToFileURL(path).href)) as {
  readonly transports: Readonly<Record<TransportName, Transport>>;
};

/** So many messages of such a size. */
export interface Portion {
  readonly count: number;
  readonly size: number;
}

/** What a process has used, or has, so far. */
export interface Account {
  /** µs of CPU. */
  readonly cpu: number;
  /** Bytes that its connections have carried both ways, above TCP; only of a server. */
  readonly bytes: number;
  /** TCP segments of the same; NaN where the system does not count them. */
  readonly segments: number;
}

/** Bytes after a collection of garbage. */
export interface Memory {
  /** Objects. */
  readonly heap: number;
  /** Memory of typed arrays, Node's buffers among them. */
  readonly buffers: number;
}

/** What a process has allocated since it was started, if no garbage was collected meanwhile. */
export interface Allocated {
  /** Bytes of objects and of typed arrays. */
  readonly bytes: number;
  /** Collections of garbage. */
  readonly collections: number;
}

/** A connection, and how many messages have gone by it. */
interface Way {
  readonly end: End;
  sent: number;
}

const ways: Way[] = [];
const sockets: Socket[] = [];
const decks: Map<number, Deck> = new Map();
let isText = false;
let heard = 0; // messages
let wanted = Infinity;
let whenHeard: (at: number) => void = () => {};

let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ['gc'] });

const requests = {
  /** Serves, and says at which port. */
  async serve(name: TransportName): Promise<number> {
    const transport = transports[name];
    isText = transport.isText === true;
    const http = createServer();
    http.on('connection', (socket: Socket) => sockets.push(socket));
    transport.serve(http, (end) => {
      ways.push({ end, sent: 0 });
      return ear();
    });
    return listen(http);
  },

  /** Makes connections, one after another. */
  async connect({ count, name, port }: ConnectRequest): Promise<void> {
    const transport = transports[name];
    isText = transport.isText === true;
    for (let i = 0; i < count; i++) ways.push({ end: await transport.connect(port, ear()), sent: 0 });
  },

  /** Sends messages as fast as they go, so many in each turn. Says when it began, in ms. */
  async pour({ count, perTurn, size }: Portion & { readonly perTurn: number }): Promise<number> {
    const beganAt = now();
    for (let left = count; left > 0; left -= perTurn)
      await send(ways[0]!, { count: Math.min(left, perTurn), size });
    return beganAt;
  },

  /** Sends the portions together, as often as `times` and so many times a second. */
  async play({ portions, rate, times }: Play): Promise<void> {
    const beganAt = now();
    for (let time = 0; time < times; time++) {
      await delay(Math.max(0, beganAt + (1000 * time) / rate - now()));
      await Promise.all(portions.map((portion) => send(ways[0]!, portion)));
    }
  },

  /** Waits until so many messages have come in all. Says when the last one had, in ms. */
  hear(count: number): Promise<number> {
    wanted = count;
    return new Promise((resolve) => {
      whenHeard = resolve;
      tell();
    });
  },

  /** Sends one message by each connection. */
  async greet(): Promise<void> {
    for (const way of ways) await send(way, { count: 1, size: 3 });
  },

  account(): Account {
    const { system, user } = process.cpuUsage();
    const sum = (of: (socket: Socket) => number): number =>
      sockets.map(of).reduce((one, other) => one + other, 0);
    return {
      cpu: user + system,
      bytes: sum(({ bytesRead, bytesWritten }) => bytesRead + bytesWritten),
      segments: sum(tcpSegments),
    };
  },

  /** Collects garbage, so that there is room for what is allocated next. */
  async collect(): Promise<void> {
    for (let i = 0; i < 2; i++) {
      globalThis.gc!();
      await delay(20);
    }
  },

  async allocated(): Promise<Allocated> {
    const { external, heapUsed } = process.memoryUsage();
    await delay(20); // the observer is told later
    return { bytes: heapUsed + external, collections };
  },

  async memory(): Promise<Memory> {
    for (let i = 0; i < 3; i++) {
      globalThis.gc!();
      await delay(50);
    }
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return { heap: heapUsed, buffers: arrayBuffers };
  },
};

export type Requests = typeof requests;

export interface ConnectRequest {
  readonly name: TransportName;
  readonly port: number;
  readonly count: number;
}

export interface Play {
  readonly portions: readonly Portion[];
  /** In a second. */
  readonly rate: number;
  readonly times: number;
}

function send(way: Way, { count, size }: Portion): Promise<void> {
  const messages = deckOf(size).take(way.sent, count);
  way.sent += count;
  return way.end.send(messages);
}

function deckOf(size: number): Deck {
  const deck = decks.get(size) ?? new Deck(size, isText);
  decks.set(size, deck);
  return deck;
}

/** Hears the messages of one connection. */
function ear(): Heard {
  let number = 0;
  return (data) => {
    checkNumber(data, number++);
    heard++;
    tell();
  };
}

function tell(): void {
  if (heard < wanted) return;
  wanted = Infinity;
  whenHeard(now());
}

async function listen(http: Server): Promise<number> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  useEthernetSegments(http);
  return (http.address() as AddressInfo).port;
}

/** Ms on a clock that all processes share. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

interface Question {
  readonly number: number;
  readonly name: keyof Requests;
  readonly input: unknown;
}

process.on('message', ({ input, name, number }: Question) => {
  const call = requests[name] as (input: unknown) => unknown;
  void Promise.resolve(call(input)).then((answer) => process.send!({ number, answer }));
});
