import { ok, strictEqual } from 'node:assert/strict';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { below, type Chance, chanceOf } from '../../../chance.test.setup.ts';
import { ConnectError } from '../client/connect-error.ts';
import { connectBy } from '../client/paceline.ts';
import { costOfControl } from '../memory/memory-cost.ts';
import type { Session } from '../session/session.ts';
import { isOwnCode } from '../wire/close-code.ts';
import { minSettings, writeServerHello } from '../wire/hello.ts';
import { sessionNameSize } from '../wire/layout.ts';
import { attack, type FuzzPeer } from './fuzz-peer.test.setup.ts';
import { FuzzedFrames } from './fuzzed-frames.test.setup.ts';
import { Promises } from './promises.test.setup.ts';
import { VirtualSocket } from './virtual-socket.test.setup.ts';

export const name =
  'fuzz: a client that receives random bytes ends with a named code, or continues within its limits';
export const seedsInGate = 20;

/** Bytes that a seed sends. */
const bytesOfSeed = 10_000;

/**
 * Maximum memory of a client: twice its window for unread messages, the minimum reassembly limit
 * for incomplete ones, 16 streams, and a control record for each two received bytes.
 */
const maxHeld = 2 * 2 ** 18 + 2 ** 18 + 16 * 2 ** 12 + (bytesOfSeed / 2) * costOfControl;

class Attack {
  readonly #chance: Chance;
  readonly #frames: FuzzedFrames;
  readonly #host = new VirtualHost();
  readonly #loop = new EventLoop({
    host: this.#host,
    onError: (error) => {
      throw error;
    },
  });
  readonly #sockets: Set<VirtualSocket> = new Set();
  readonly #promises = new Promises();
  #peers: FuzzPeer[] = [];
  readonly #codes: Set<number> = new Set(); // close codes of peers; their reasons are empty
  #acceptsHello = false; // whether each connection gets a valid server hello

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#frames = new FuzzedFrames(chance, 1);
  }

  async play(): Promise<void> {
    while (this.#frames.bytes < bytesOfSeed) await this.#attack();
    strictEqual(this.#promises.pending, 0, 'a promise has not settled');
    strictEqual(this.#sockets.size, 0, 'a socket is left');
    strictEqual(this.#loop.pendingTimers, 0, 'a timer is left');
  }

  async #attack(): Promise<void> {
    this.#peers = [];
    this.#codes.clear();
    this.#frames.restart(1);
    this.#acceptsHello = this.#chance() < 0.7;
    const session = await this.#connect();
    if (session !== undefined) {
      this.#use(session);
      while (!session.endpoint.isClosed && this.#frames.bytes < bytesOfSeed && this.#chance() < 0.95)
        this.#sendFuzzed(session);
      this.#promises.watch(session.close({ timeout: 1000 }));
      await this.#pass(5000);
      const { code, reason } = await session.closed;
      const isNamed = !isOwnCode(code) || reason !== '' || this.#codes.has(code);
      ok(isNamed, `the session ended with ${code} and no reason`);
      strictEqual(session.endpoint.held, 0, 'memory is held');
    }
    for (const peer of this.#peers) peer.cut(1006);
    await this.#pass(60_000);
  }

  async #connect(): Promise<Session | undefined> {
    const settings = {
      maxMessageSize: 2 ** 16,
      receiveWindow: 2 ** 18,
      streamWindow: 2 ** 16,
      maxStreams: 16,
    };
    const options = { ...settings, heartbeat: 1000, resumeTimeout: 1000, timeout: 1000, loop: this.#loop };
    const made: Session[] = [];
    const connecting = connectBy(() => this.#open(), options, { random: this.#chance });
    const failed = (error: unknown): void => {
      ok(error instanceof ConnectError && error.message !== '', String(error));
    };
    this.#promises.watch(connecting.then((session) => made.push(session)).catch(failed));
    for (let i = 0; i < 30 && made.length === 0; i++) await this.#pass(50);
    return made[0];
  }

  #open(): VirtualSocket {
    const socket = new VirtualSocket(this.#loop, false, (ended) => this.#sockets.delete(ended));
    this.#sockets.add(socket);
    queueMicrotask(() => {
      if (socket.readyState !== 0) return;
      const peer = attack(socket);
      this.#peers.push(peer);
      const serverHello = writeServerHello({
        sessionName: new Uint8Array(sessionNameSize),
        settings: minSettings,
        protocol: '',
      });
      if (this.#acceptsHello) this.#frames.bytes += serverHello.length;
      peer.sendFrame(this.#acceptsHello ? serverHello : this.#frames.mutate(serverHello));
    });
    return socket;
  }

  /** The application uses the features of a session. */
  #use(session: Session): void {
    if (this.#chance() < 0.7) session.onMessage(() => session.send('hello'));
    session.onStream((stream) => {
      this.#promises.watch(stream.ended);
      if (this.#chance() < 0.5) stream.onMessage(() => session.latest('key', 'got'));
      if (this.#chance() < 0.2) stream.cancel();
    });
    this.#promises.watch(session.stream({ twoWay: true }).send(new Uint8Array(5000)).delivered);
  }

  #sendFuzzed(session: Session): void {
    const peer = this.#peers[below(this.#chance, this.#peers.length)]!;
    peer.sendFrame(this.#frames.next());
    if (this.#chance() < 0.3) this.#host.advanceTo(this.#host.now() + below(this.#chance, 30));
    if (this.#chance() < 0.03) this.#cut(peer);
    ok(session.endpoint.held <= maxHeld, `${session.endpoint.held} bytes are held`);
  }

  #cut(peer: FuzzPeer): void {
    const code = this.#chance() < 0.5 ? 1006 : 1000 + below(this.#chance, 4000);
    this.#codes.add(code);
    peer.cut(code);
  }

  async #pass(time: number): Promise<void> {
    const end = this.#host.now() + time;
    while (this.#host.now() < end) {
      this.#host.advanceTo(Math.min(end, this.#host.now() + Math.max(50, time / 20)));
      await new Promise(setImmediate);
    }
  }
}

export async function run(seed: number): Promise<void> {
  await new Attack(chanceOf(seed)).play();
}
