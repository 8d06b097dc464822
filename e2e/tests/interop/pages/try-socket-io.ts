import { io, type Socket } from 'socket.io-client';
import { type Facts, settledFacts } from './upgrades.ts';

type Transports = readonly ('polling' | 'websocket')[];

/** Uses the documented features of Socket.IO. Returns a log of the results. */
export async function trySocketIo(url: string, transports: Transports): Promise<string[]> {
  const socket = open(url, transports);
  const log = [`by ${await transportOf(socket)}`];
  log.push(...(await tryMessages(socket)), ...(await tryRooms(socket, open(url, transports))));
  log.push(...(await tryLosing(socket)));
  socket.disconnect();
  const other = open(url, transports);
  await transportOf(other);
  const reasons = (await other.emitWithAck('who left')) as string[];
  other.disconnect();
  // Sorted, because the sockets disconnect over several connections, in an undefined order.
  return [...log, `the server has seen: ${reasons.splice(-4).toSorted().join(', ')}`];
}

/** Observations of an application whose connections are killed. */
export interface KillObservations {
  readonly facts: Facts;
  /** Events of the socket other than messages. */
  readonly seen: readonly string[];
  readonly numbers: readonly number[];
  readonly doubled: readonly number[];
}

/** Kills the connection several times while messages are sent in both directions. */
export async function killConnections(url: string, transports: Transports): Promise<KillObservations> {
  const socket = open(url, transports);
  await transportOf(socket);
  const seen: string[] = [];
  for (const type of ['connect', 'disconnect', 'connect_error'] as const)
    socket.on(type, () => seen.push(type));
  const numbers: number[] = [];
  const doubled: number[] = [];
  socket.on('number', (number: number) => numbers.push(number));
  for (let i = 0; i < 4; i++) {
    socket.emit('count', 50);
    const killed = socket.emitWithAck('kill my connection');
    doubled.push((await socket.emitWithAck('double', i)) as number);
    await killed;
  }
  const facts = await settledFacts(() => socket.emitWithAck('facts') as Promise<Facts>);
  socket.off().disconnect();
  return { facts, seen, numbers, doubled };
}

function open(url: string, transports: Transports): Socket {
  return io(url, { forceNew: true, transports: [...transports], reconnectionDelay: 10 });
}

/** The name of the final transport. */
async function transportOf(socket: Socket): Promise<string> {
  if (!socket.connected) await next(socket, 'connect');
  const { engine } = socket.io;
  if (engine.transport.name !== 'websocket') await new Promise((resolve) => engine.once('upgrade', resolve));
  return engine.transport.name;
}

async function tryMessages(socket: Socket): Promise<string[]> {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => i);
  const echo = next(socket, 'echo');
  socket.emit('echo', 'a text', { bytes, deep: [bytes.subarray(1, 3).slice()] }, null);
  const [text, { bytes: back, deep }, nothing] = (await echo) as [
    string,
    { bytes: ArrayBuffer; deep: ArrayBuffer[] },
    null,
  ];
  const isSame = new Uint8Array(back).every((byte, i) => byte === bytes[i]);
  const numbers: number[] = [];
  const counted = new Promise<void>((resolve) =>
    socket.on('number', (number: number) => numbers.push(number) === 1000 && resolve()),
  );
  socket.emit('count', 1000);
  await counted;
  socket.once('question', (question: string, answer: (text: string) => void) =>
    answer(`you ask ${question}`),
  );
  return [
    `acknowledged: ${await socket.emitWithAck('double', 21)}`,
    `echo: ${text} ${back.byteLength} ${isSame} ${new Uint8Array(deep[0]!).join(' ')} ${nothing}`,
    `in order: ${numbers.every((number, i) => number === i)}`,
    `asked: ${await socket.emitWithAck('ask me')}`,
  ];
}

async function tryRooms(socket: Socket, other: Socket): Promise<string[]> {
  await transportOf(other);
  await other.emitWithAck('join', 'attic');
  const log: string[] = [];
  socket.on('told', (text: string) => log.push(`I: ${text}`));
  other.on('told', (text: string) => log.push(`other: ${text}`));
  socket.emit('tell', 'attic', 'hello');
  await socket.emitWithAck('double', 1);
  await other.emitWithAck('double', 1);
  other.disconnect();
  return log.toSorted();
}

async function tryLosing(socket: Socket): Promise<string[]> {
  const kicked = next(socket, 'disconnect');
  socket.emit('kick me');
  const [firstReason] = await kicked;
  socket.connect();
  await transportOf(socket);
  const id = socket.id;
  const dropped = next(socket, 'disconnect');
  socket.emit('drop me');
  const [secondReason] = await dropped;
  await transportOf(socket);
  return [`lost: ${String(firstReason)}, ${String(secondReason)}`, `another id: ${socket.id !== id}`];
}

function next(socket: Socket, type: string): Promise<unknown[]> {
  return new Promise((resolve) => socket.once(type, (...all: unknown[]) => resolve(all)));
}
