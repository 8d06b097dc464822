import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { checkNumber, NumberedMessages } from './numbered-messages.ts';
import type { Endpoint, MessageListener, Transport } from './programs/transport.ts';
import type { TransportName } from './programs/transports.ts';
import { tcpSegments, useEthernetSegments } from './tcp-segments.ts';

/*
 * A server or client process of a loopback measurement. Its argument is the path of the module with
 * the transports. Its parent process sends messages: each names one of `requests`, has its input,
 * and is answered with its result.
 */

const [, , path = ''] = process.argv;
const { transports } = (await import(pathToFileURL(path).href)) as {
  readonly transports: Readonly<Record<TransportName, Transport>>;
};

/** A number of messages of the same size in bytes. */
export interface Portion {
  readonly count: number;
  readonly size: number;
}

/** Resources that a process has used so far. */
export interface ResourceUsage {
  /** CPU time in µs. */
  readonly cpu: number;
  /** Bytes on its connections in both directions, without TCP headers. Only servers count them. */
  readonly bytes: number;
  /** TCP segments of these connections; NaN if the system does not count them. */
  readonly segments: number;
}

/** Bytes of memory after a garbage collection. */
export interface Memory {
  /** Bytes of objects. */
  readonly heap: number;
  /** Bytes of typed arrays, which include Node's buffers. */
  readonly buffers: number;
}

/** If no garbage is collected between two readings, the process has allocated the difference. */
export interface Allocated {
  /** Memory in use: bytes of objects and of typed arrays. */
  readonly bytes: number;
  /** Number of garbage collections. */
  readonly collections: number;
}

/** A connection and the number of messages sent through it. */
interface Connection {
  readonly endpoint: Endpoint;
  sent: number;
}

const connections: Connection[] = [];
const sockets: Socket[] = [];
const messagesBySize: Map<number, NumberedMessages> = new Map();
let isText = false;
let receivedCount = 0; // number of received messages
let expectedCount = Infinity;
let onAllReceived: (at: number) => void = () => {};

let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ['gc'] });

const requests = {
  /** Starts a server and returns its port. */
  async serve(name: TransportName): Promise<number> {
    const transport = transports[name];
    isText = transport.isText === true;
    const http = createServer();
    http.on('connection', (socket: Socket) => sockets.push(socket));
    await transport.serve(http, (endpoint) => {
      connections.push({ endpoint, sent: 0 });
      return messageListener();
    });
    return listen(http);
  },

  /** Opens connections one after another. */
  async connect({ count, name, port }: ConnectRequest): Promise<void> {
    const transport = transports[name];
    isText = transport.isText === true;
    for (let i = 0; i < count; i++)
      connections.push({ endpoint: await transport.connect(port, messageListener()), sent: 0 });
  },

  /** Sends messages at maximum speed, `perTurn` in each turn of the event loop. Returns the time of the beginning in ms. */
  async sendAtMaximumSpeed({
    count,
    perTurn,
    size,
  }: Portion & { readonly perTurn: number }): Promise<number> {
    const startedAt = now();
    for (let left = count; left > 0; left -= perTurn)
      await send(connections[0]!, { count: Math.min(left, perTurn), size });
    return startedAt;
  },

  /** Sends the portions together, `times` times, `rate` times per second. */
  async sendPeriodically({ portions, rate, times }: PeriodicSending): Promise<void> {
    const startedAt = now();
    for (let time = 0; time < times; time++) {
      await delay(Math.max(0, startedAt + (1000 * time) / rate - now()));
      await Promise.all(portions.map((portion) => send(connections[0]!, portion)));
    }
  },

  /** Waits until `count` messages have been received in total. Returns the time of the last one in ms. */
  awaitMessages(count: number): Promise<number> {
    expectedCount = count;
    return new Promise((resolve) => {
      onAllReceived = resolve;
      resolveIfAllReceived();
    });
  },

  /** Sends one message through each connection. */
  async sendHellos(): Promise<void> {
    for (const connection of connections) await send(connection, { count: 1, size: 3 });
  },

  readUsage(): ResourceUsage {
    const { system, user } = process.cpuUsage();
    const sum = (of: (socket: Socket) => number): number =>
      sockets.map(of).reduce((one, other) => one + other, 0);
    return {
      cpu: user + system,
      bytes: sum(({ bytesRead, bytesWritten }) => bytesRead + bytesWritten),
      segments: sum(tcpSegments),
    };
  },

  /** Collects garbage, so that the young generation has room for the next allocations. */
  async collect(): Promise<void> {
    for (let i = 0; i < 2; i++) {
      globalThis.gc!();
      await delay(20);
    }
  },

  async allocated(): Promise<Allocated> {
    const { external, heapUsed } = process.memoryUsage();
    await delay(20); // the observer of garbage collections is called later
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

export interface PeriodicSending {
  readonly portions: readonly Portion[];
  /** Repetitions per second. */
  readonly rate: number;
  readonly times: number;
}

function send(connection: Connection, { count, size }: Portion): Promise<void> {
  const messages = messagesOfSize(size).slice(connection.sent, count);
  connection.sent += count;
  return connection.endpoint.send(messages);
}

function messagesOfSize(size: number): NumberedMessages {
  const messages = messagesBySize.get(size) ?? new NumberedMessages(size, isText);
  messagesBySize.set(size, messages);
  return messages;
}

/** Returns the listener for the messages of one connection. */
function messageListener(): MessageListener {
  let number = 0;
  return (data) => {
    checkNumber(data, number++);
    receivedCount++;
    resolveIfAllReceived();
  };
}

function resolveIfAllReceived(): void {
  if (receivedCount < expectedCount) return;
  expectedCount = Infinity;
  onAllReceived(now());
}

async function listen(http: Server): Promise<number> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  useEthernetSegments(http);
  return (http.address() as AddressInfo).port;
}

/** Time in ms of a clock that all processes share. */
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
