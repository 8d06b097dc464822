import { type ConnectOptions, Paceline, type Session, type Stream } from '@doha/paceline';
import { WebSocket } from 'ws';
import { answer } from './answer.ts';
import { delay } from './delay.ts';
import { memoryNow } from './memory-now.ts';

/*
 * Clients of the soak. Each opens a session, sends messages on it and on streams, checks that the server returns them, and closes or terminates the
 * session. Meanwhile connections are cut, so that standbys take over and new connections are made.
 */

/** Number of concurrent sessions. */
const clients = 4;

const sockets: Set<WebSocket> = new Set(); // connections that have received the server hello
let delivered = 0; // messages that the server has returned
let failovers = 0;
let sessions = 0;
const faults: string[] = [];

class TrackedSocket extends WebSocket {
  constructor(url: string, protocols: string) {
    super(url, protocols);
    this.once('message', () => sockets.add(this)); // the server hello: a cut before it would reject the promise of `connect`
    this.on('close', () => sockets.delete(this));
  }
}

const requests = {
  start: ({ port }: { readonly port: number }): void => {
    for (let i = 0; i < clients; i++) void runClient(port, i);
    setInterval(cutOne, 300);
  },
  report: () => ({ delivered, failovers, sessions, faults }),
  memory: memoryNow,
};

export type ClientRequests = typeof requests;
answer(requests);

async function runClient(port: number, client: number): Promise<never> {
  for (let turn = client; ; turn++) {
    try {
      await useSession(port, turn);
    } catch (error) {
      faults.push(String(error));
      await delay(100);
    }
  }
}

/** Opens, uses and ends one session. */
async function useSession(port: number, turn: number): Promise<void> {
  const options = {
    WebSocket: TrackedSocket,
    heartbeat: 1000,
    resumeTimeout: 5000,
  } as unknown as ConnectOptions;
  const session = await Paceline.connect(`ws://127.0.0.1:${port}`, options);
  sessions++;
  const main = new Echoes(session);
  for (let round = 0; round < 20; round++) {
    main.send(round % 5 === 0 ? 20_000 : 40);
    if (round % 4 === 0) useStream(session);
    if (round % 7 === 0) session.send('never mind', { priority: -1 }).cancel();
    await delay(20);
  }
  if (turn % 3 !== 0) await Promise.race([main.returned, session.closed]);
  failovers += session.statistics.failovers;
  if (turn % 3 === 0) session.terminate();
  else await session.close();
}

function useStream(session: Session): void {
  const stream = session.stream({ twoWay: true, label: 'echo' });
  const echoes = new Echoes(stream);
  for (let i = 0; i < 5; i++) echoes.send(2000);
  void echoes.returned.then(() => stream.close());
}

/** Sends messages and checks that the server returns them in order. */
class Echoes {
  /** Resolves when all sent messages have returned. */
  readonly returned: Promise<void>;
  #sender: Session | Stream;
  #sent = 0;
  #returnedCount = 0;
  #resolveReturned = (): void => {};

  constructor(sender: Session | Stream) {
    this.#sender = sender;
    this.returned = new Promise((resolve) => {
      this.#resolveReturned = resolve;
    });
    sender.onMessage((data) => this.#receive(data));
  }

  send(size: number): void {
    this.#sender.send(`${this.#sent++} `.padEnd(size, '.'));
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string' || data === 'never mind') return; // a position, or a message that was cancelled too late
    if (parseInt(data, 10) !== this.#returnedCount++)
      faults.push(`message ${data.slice(0, 8)} returned as number ${this.#returnedCount}`);
    delivered++;
    if (this.#returnedCount === this.#sent) this.#resolveReturned();
  }
}

/** Cuts the oldest connection without a closing handshake, like a lost network. */
function cutOne(): void {
  const [first] = sockets;
  first?.terminate();
}
