import { ok, strictEqual } from 'node:assert/strict';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import type { WebSocket } from 'ws';
import { below, type Chance, chanceOf } from '../../../chance.test.setup.ts';
import { Sessions } from '../admission/sessions.ts';
import type { Session } from '../session/session.ts';
import { isOwnCode } from '../wire/close-code.ts';
import { minSettings, writeClientHello } from '../wire/hello.ts';
import { attack, type FuzzPeer } from './fuzz-peer.test.setup.ts';
import { FuzzedFrames } from './fuzzed-frames.test.setup.ts';
import { isOverflowReport } from './is-overflow-report.test.setup.ts';
import { VirtualSocket } from './virtual-socket.test.setup.ts';
import { virtualRequest } from '../server/virtual-request.test.setup.ts';

export const name = 'fuzz: a server that receives random bytes continues within its limits';
export const seedsInGate = 20;

/** Bytes that a seed sends. */
const bytesOfSeed = 10_000;
const maxMemory = 2 ** 20;
const maxSessions = 8;
const maxConnections = 3;

class Attack {
  readonly #chance: Chance;
  readonly #frames: FuzzedFrames;
  readonly #host = new VirtualHost();
  readonly #loop = new EventLoop({ host: this.#host, onError: rethrow });
  readonly #sockets: Set<VirtualSocket> = new Set();
  readonly #sessions: Session[] = [];
  readonly #peers: FuzzPeer[] = [];
  readonly #server = new Sessions({
    maxMemory,
    maxSessions,
    maxConnections,
    heartbeat: 1000,
    resumeTimeout: 1000,
    streamWindow: 2 ** 16,
    receiveWindow: 2 ** 18,
    maxMessageSize: 2 ** 16,
    maxStreams: 16,
    loop: this.#loop,
    what: 'storm',
    chooseProtocol: () => '',
    endsOnOverflow: true,
    authenticate: ({ credentials }) => credentials.length < 10,
    onRefused: ({ message }) => ok(message !== '', 'a refusal has no message'),
    onError: (error) => (isOverflowReport(error) ? undefined : rethrow(error)),
  });

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#frames = new FuzzedFrames(chance, 2);
  }

  async play(): Promise<void> {
    while (this.#frames.bytes < bytesOfSeed) await this.#attack();
    for (const peer of this.#peers) peer.cut(1006);
    this.#host.advanceTo(this.#host.now() + 60_000);
    await new Promise(setImmediate);
    this.#checkEnd();
  }

  async #attack(): Promise<void> {
    const peer = await this.#connect();
    this.#peers.push(peer);
    while (peer.closed === undefined && this.#frames.bytes < bytesOfSeed) {
      const any = this.#chance() < 0.8 ? peer : this.#peers[below(this.#chance, this.#peers.length)]!;
      any.sendFrame(this.#frames.next());
      if (this.#chance() < 0.3) this.#pass(below(this.#chance, 30));
      if (this.#chance() < 0.02) this.#pass(2000);
      if (this.#chance() < 0.05) any.cut(this.#chance() < 0.5 ? 1006 : 1000 + below(this.#chance, 4000));
      this.#check();
      if (this.#chance() < 0.05) break;
    }
    if (peer.closed !== undefined) this.#checkReason(peer.closed);
  }

  /** A hostile client, or a further connection of one. */
  async #connect(): Promise<FuzzPeer> {
    const socket = new VirtualSocket(this.#loop, true, (ended) => this.#sockets.delete(ended));
    this.#sockets.add(socket);
    const peer = attack(socket);
    this.#server.accept(socket as unknown as WebSocket, virtualRequest, (session) => this.#begun(session));
    const last = this.#sessions.at(-1);
    const isAnother = last?.endpoint.isClosed === this.#chance() < 0.1 && this.#chance() < 0.3;
    if (!isAnother) this.#frames.restart(2);
    const hello = {
      sessionName: isAnother ? last?.name : undefined,
      settings: minSettings,
      credentials: 'user',
    };
    const clientHello = writeClientHello(hello);
    if (this.#chance() < 0.5) this.#frames.bytes += clientHello.length;
    peer.sendFrame(this.#chance() < 0.5 ? clientHello : this.#frames.mutate(clientHello));
    await new Promise(setImmediate);
    return peer;
  }

  /** The application uses the features of a session. */
  #begun(session: Session): void {
    this.#sessions.push(session);
    if (this.#chance() < 0.7) session.onMessage((data) => session.send(data));
    session.onStream((stream) => {
      if (this.#chance() < 0.5) stream.onMessage(() => session.latest('key', 'got'));
      if (stream.isTwoWay) stream.send('hello');
      if (this.#chance() < 0.2) stream.cancel();
    });
    session.stream({ label: 'level', twoWay: this.#chance() < 0.5 }).send(new Uint8Array(5000));
  }

  #pass(time: number): void {
    this.#host.advanceTo(this.#host.now() + time);
  }

  #check(): void {
    const { all, memory } = this.#server;
    ok(all.length <= maxSessions, 'there are too many sessions');
    ok(memory.received.used <= maxMemory, 'too much memory is held');
    ok(
      all.every(({ endpoint }) => endpoint.channels.size <= maxConnections),
      'a session has too many connections',
    );
  }

  /** Each refusal with a code of Paceline is reported with its reason, unless a record has ended the session with that code by chance. */
  #checkReason({ code, reason }: { readonly code: number; readonly reason: string }): void {
    const isByChance = this.#peers.some(({ endCodes }) => endCodes.has(code));
    ok(
      !isOwnCode(code) || reason !== '' || isByChance,
      `the connection was closed with ${code} and no reason`,
    );
  }

  #checkEnd(): void {
    strictEqual(this.#server.all.length, 0, 'a session is left');
    strictEqual(this.#sockets.size, 0, 'a socket is left');
    strictEqual(this.#loop.pendingTimers, 0, 'a timer is left');
    for (const { endpoint } of this.#sessions) strictEqual(endpoint.held, 0, 'memory is held');
  }
}

function rethrow(error: unknown): void {
  throw error;
}

export async function run(seed: number): Promise<void> {
  await new Attack(chanceOf(seed)).play();
}
