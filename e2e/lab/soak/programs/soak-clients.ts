import { type ConnectOptions, Paceline, type Session, type Stream } from '@doha/paceline';
import { WebSocket } from 'ws';
import { answer } from './answer.ts';
import { delay } from './delay.ts';
import { memoryNow } from './memory-now.ts';

/*
 * Clients of the soak. Each opens a session, sends messages and streams that the server sends back, checks these, and ends the session in one of several
 * ways. Meanwhile its connections are cut, so that standbys take over and new connections are made.
 */

/** Sessions at one time. */
const clients = 4;

const sockets: Set<WebSocket> = new Set(); // that the server has welcomed
let delivered = 0; // messages that came back
let failovers = 0;
let sessions = 0;
const faults: string[] = [];

class NotedSocket extends WebSocket {
  constructor(url: string, protocols: string) {
    super(url, protocols);
    this.once('message', () => sockets.add(this)); // the welcome: a cut before it would make `connect` reject
    this.on('close', () => sockets.delete(this));
  }
}

const requests = {
  start: ({ port }: { readonly port: number }): void => {
    for (let i = 0; i < clients; i++) void goOn(port, i);
    setInterval(cutOne, 300);
  },
  report: () => ({ delivered, failovers, sessions, faults }),
  memory: memoryNow,
};

export type ClientRequests = typeof requests;
answer(requests);

async function goOn(port: number, client: number): Promise<never> {
  for (let turn = client; ; turn++) {
    try {
      await use(port, turn);
    } catch (error) {
      faults.push(String(error));
      await delay(100);
    }
  }
}

/** One session, from its beginning to its end. */
async function use(port: number, turn: number): Promise<void> {
  const options = {
    WebSocket: NotedSocket,
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

/** Messages that the server sends back, in their order. */
class Echoes {
  /** Resolves when all have come back. */
  readonly returned: Promise<void>;
  #by: Session | Stream;
  #sent = 0;
  #came = 0;
  #allCame = (): void => {};

  constructor(by: Session | Stream) {
    this.#by = by;
    this.returned = new Promise((resolve) => {
      this.#allCame = resolve;
    });
    by.onMessage((data) => this.#receive(data));
  }

  send(size: number): void {
    this.#by.send(`${this.#sent++} `.padEnd(size, '.'));
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string' || data === 'never mind') return; // a position, or what was cancelled too late
    if (parseInt(data, 10) !== this.#came++)
      faults.push(`message ${data.slice(0, 8)} came as number ${this.#came}`);
    delivered++;
    if (this.#came === this.#sent) this.#allCame();
  }
}

/** Cuts the connection that was made first, as a network does. */
function cutOne(): void {
  const [first] = sockets;
  first?.terminate();
}
