import { ok, strictEqual } from 'node:assert/strict';
import { createServer } from 'node:http';
import { below, type Chance, chanceOf, oneOf } from '../../../chance.test.setup.ts';
import { PacelineServer } from '../server/paceline-server.ts';
import { bytesOfFrame, opcode } from '../server/raw-socket.test.setup.ts';
import type { Session } from '../session/session.ts';
import { clientHello } from '../wire/hellos.test.setup.ts';
import { FuzzedFrames } from './fuzzed-frames.test.setup.ts';
import { MemorySocket } from './memory-socket.test.setup.ts';

export const name = 'fuzz: a server that receives random bytes over TCP still serves other clients';
export const seedsInGate = 20;

/** Bytes that a seed sends. */
const bytesOfSeed = 10_000;

/**
 * An HTTP server of Node whose clients send upgrade requests, and frames of WebSocket and of
 * Paceline, some of them with mutated bytes.
 */
class Attack {
  readonly #chance: Chance;
  readonly #frames: FuzzedFrames;
  readonly #http = createServer((_, response) => response.end());
  readonly #sockets: MemorySocket[] = [];
  readonly #errors: unknown[] = [];
  readonly #sessions: Session[] = [];
  readonly #server: PacelineServer;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#frames = new FuzzedFrames(chance, 2);
    this.#server = new PacelineServer({
      server: this.#http,
      path: chance() < 0.2 ? '/play' : undefined,
      hosts: chance() < 0.2 ? ['game.example'] : undefined,
      origins: chance() < 0.5 ? ['https://game.example'] : undefined,
      protocols: ['chat'],
      onSession: (session) => {
        this.#sessions.push(session);
        session.onMessage((data) => session.send(data));
      },
      onSocket:
        chance() < 0.5 ? (socket) => socket.on('message', (data) => socket.send(data as Buffer)) : undefined,
      onRefused: ({ message }) => ok(message !== '', 'a refusal has no message'),
      onError: (error) => this.#errors.push(error),
    });
  }

  async play(): Promise<void> {
    while (this.#frames.bytes < bytesOfSeed) await this.#attack();
    await this.#checkService();
    for (const socket of this.#sockets) socket.destroy();
    await untilProcessed();
    for (const { endpoint } of this.#sessions) strictEqual(endpoint.channels.size, 0, 'a connection is left');
    await this.#server.close({ timeout: 0 });
    ok(!this.#errors.some((error) => !isOfClient(error)), String(this.#errors[0]));
    strictEqual(this.#server.sessions.length, 0, 'a session is left');
  }

  async #attack(): Promise<void> {
    const socket = this.#connect();
    this.#frames.restart(2);
    socket.receive(this.#frames.mutate(request(this.#headers())));
    await untilProcessed();
    socket.receive(this.#frames.mutate(webSocketFrame(this.#frames.mutate(clientHello()))));
    while (this.#chance() < 0.9 && !socket.destroyed && this.#frames.bytes < bytesOfSeed) {
      const before = this.#frames.bytes;
      const frame = webSocketFrame(
        this.#frames.next(),
        this.#chance() < 0.9 ? 'binary' : oneOf(this.#chance, opcodes),
      );
      this.#frames.bytes = before; // its bytes are counted as a part of the frame around it
      socket.receive(this.#frames.mutate(frame));
      if (this.#chance() < 0.3) await untilProcessed();
    }
    if (this.#chance() < 0.5) socket.push(null);
    await untilProcessed();
  }

  #headers(): readonly string[] {
    const chance = this.#chance;
    return [
      `GET ${oneOf(chance, ['/', '/play', '/?a=b', '*', 'http://x'])} HTTP/1.1`,
      `Host: ${oneOf(chance, ['localhost', 'game.example', 'game.example:80', '[::1]:8080', ''])}`,
      ...(chance() < 0.5
        ? [`Origin: ${oneOf(chance, ['https://game.example', 'http://localhost', 'null', 'x'])}`]
        : []),
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Sec-WebSocket-Protocol: ${oneOf(chance, ['paceline.4', 'paceline.4, chat', 'chat', 'paceline.9', 'plain,,'])}`,
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Sec-WebSocket-Version: ${chance() < 0.9 ? 13 : below(chance, 99)}`,
    ];
  }

  /** An ordinary client is served. */
  async #checkService(): Promise<void> {
    const socket = this.#connect();
    const head = ['GET /play HTTP/1.1', 'Host: game.example', 'Connection: Upgrade', 'Upgrade: websocket'];
    const key = ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'];
    const before = this.#sessions.length;
    socket.receive(request([...head, ...key, 'Sec-WebSocket-Protocol: paceline.4']));
    await untilProcessed();
    socket.receive(webSocketFrame(clientHello()));
    await untilProcessed();
    strictEqual(this.#sessions.length, before + 1, `no session: ${Buffer.concat(socket.answer).toString()}`);
  }

  #connect(): MemorySocket {
    const socket = new MemorySocket();
    socket.on('error', () => {});
    this.#sockets.push(socket);
    this.#http.emit('connection', socket);
    return socket;
  }
}

const opcodes = Object.keys(opcode) as (keyof typeof opcode)[];

function request(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n\r\n`);
}

function webSocketFrame(payload: Uint8Array, kind: keyof typeof opcode = 'binary'): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytesOfFrame({ opcode: opcode[kind], payload }));
}

/** Whether `ws` reports that the client of a plain WebSocket has violated the protocol. */
function isOfClient(error: unknown): boolean {
  return String((error as { readonly code?: unknown }).code).startsWith('WS_ERR_');
}

/** Waits until all received bytes have been processed. */
async function untilProcessed(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise(setImmediate);
}

export async function run(seed: number): Promise<void> {
  await new Attack(chanceOf(seed)).play();
}
