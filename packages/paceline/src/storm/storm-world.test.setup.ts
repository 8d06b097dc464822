import { ok, strictEqual } from 'node:assert/strict';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import type { WebSocket } from 'ws';
import { below, type Chance } from '../../../chance.test.setup.ts';
import { Sessions } from '../admission/sessions.ts';
import { ConnectError } from '../client/connect-error.ts';
import { connectBy } from '../client/paceline.ts';
import type { Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { ClientProcess } from './client-process.test.setup.ts';
import { isOverflowReport } from './is-overflow-report.test.setup.ts';
import { Promises } from './promises.test.setup.ts';
import { type Conditions, conditionsOf } from './storm-conditions.test.setup.ts';
import { StormEndpoint, Thrown } from './storm-endpoint.test.setup.ts';
import { VirtualNetwork } from './virtual-network.test.setup.ts';
import { virtualRequest } from '../server/virtual-request.test.setup.ts';

/** Both endpoints of a session. */
interface Pair {
  client?: StormEndpoint;
  server?: StormEndpoint;
}

class Aborted extends Error {}

/**
 * Servers, one after another, and their clients on simulated time. Everything between the sockets
 * and the applications is real.
 */
export class StormWorld {
  readonly chance: Chance;
  readonly conditions: Conditions;
  readonly host: VirtualHost = new VirtualHost();
  readonly loop: EventLoop = new EventLoop({ host: this.host, onError: (error) => this.#report(error) });
  readonly network: VirtualNetwork = new VirtualNetwork(this.loop);
  readonly promises: Promises = new Promises();
  /** Endpoints by the ids of their sessions. */
  readonly pairs: Map<string, Pair> = new Map();
  readonly clients: Map<string, ClientProcess> = new Map();
  readonly servers: Sessions[] = [];
  /** Number of clients that wait for a session. */
  connecting = 0;
  /** Number of errors that callbacks have thrown, and number of errors that were reported. */
  thrown = 0;
  reported = 0;
  #users = 0;
  #callbacks = 0;

  constructor(chance: Chance) {
    this.chance = chance;
    this.conditions = conditionsOf(chance);
    this.startServer();
  }

  get endpoints(): StormEndpoint[] {
    return [...this.pairs.values()].flatMap(({ client, server }) =>
      [client, server].filter((one) => one !== undefined),
    );
  }

  /** Advances the simulated time. */
  async pass(time: number): Promise<void> {
    const start = this.host.now();
    while (this.host.now() < start + time) {
      const now = this.host.now();
      const slice = this.network.awaitsHello ? 5 : Math.min(1000, 50 + (now - start) / 4);
      this.host.advanceTo(Math.min(start + time, now + slice));
      await new Promise(setImmediate);
      this.#checkMemory();
    }
  }

  #checkMemory(): void {
    const { maxMemory, maxSendMemory } = this.conditions;
    for (const { all, memory } of this.servers) {
      const held = all.reduce((sum, { endpoint }) => sum + endpoint.held, 0);
      const heldToSend = all.reduce((sum, { sendMemory }) => sum + sendMemory, 0);
      ok(memory.received.used >= held, 'memory is held that is not counted'); // more if ended sessions have unread messages
      ok(memory.received.used <= maxMemory, 'too much memory is held');
      strictEqual(memory.sent.used, heldToSend, 'messages to clients are counted wrong');
      ok(heldToSend <= maxSendMemory, 'too much memory is held for messages to clients');
    }
  }

  /** Checks that servers count nothing when all sessions have ended, and all of their messages were read. */
  checkReleased(): void {
    for (const { memory } of this.servers) {
      strictEqual(memory.received.used, 0, 'memory of incoming messages is left');
      strictEqual(memory.sent.used, 0, 'memory of outgoing messages is left');
    }
  }

  /** Starts a server that replaces the last one. */
  startServer(): void {
    const { isClustered, maxMemory, maxSendMemory, options } = this.conditions;
    const server = new Sessions({
      ...options,
      isClustered,
      maxMemory,
      maxSendMemory,
      loop: this.loop,
      what: 'storm',
      chooseProtocol: () => '',
      endsOnOverflow: true,
      authenticate: async ({ credentials }) => {
        await Promise.resolve();
        this.#callback();
        return credentials;
      },
      onRefused: () => this.#callback(),
      onError: (error) => this.#report(error),
    });
    this.servers.push(server);
    this.network.accept = (socket) => {
      server.accept(socket as unknown as WebSocket, virtualRequest, (session) => {
        this.#add('server', session);
        this.#callback();
      });
    };
  }

  /** A client asks for a session. */
  async connect(): Promise<void> {
    const { options, standbys, throws } = this.conditions;
    const abort = new AbortController();
    const user = `user ${this.#users++}`;
    const credentials = (): string => {
      if (throws) this.#callback();
      return user;
    };
    const client = new ClientProcess(this.network);
    const how = { ...options, standbys, credentials, loop: this.loop, signal: abort.signal };
    this.connecting++;
    this.promises.watch(
      connectBy(() => client.open(), how, { random: this.chance })
        .then((session) => this.#connected(session, client))
        .catch((error: unknown) => this.#couldNotConnect(error))
        .finally(() => this.connecting--),
    );
    if (this.chance() < 0.7) await this.pass(200);
    if (this.chance() < 0.1) abort.abort(new Aborted());
  }

  /** The process of the server is killed, and another one takes its place. */
  async restartServer(): Promise<void> {
    for (const { server } of this.pairs.values()) if (server !== undefined) server.isDead = true;
    this.network.killServer(this.chance() < 0.8 ? below(this.chance, 300) : Infinity);
    await this.pass(below(this.chance, 2000));
    this.startServer();
  }

  /** The server is closed, and another one takes its place. */
  async shutDownServer(): Promise<void> {
    const server = this.servers.at(-1)!;
    this.promises.watch(server.close());
    await this.pass(below(this.chance, 5000));
    server.terminate();
    this.startServer();
  }

  #connected(session: Session, client: ClientProcess): void {
    this.clients.set(session.id, client);
    const endpoint = this.#add('client', session);
    if (this.conditions.isTight) for (let i = 0; i < 3; i++) endpoint.open('unread', false, 1, 0);
  }

  #couldNotConnect(error: unknown): void {
    if (error instanceof Thrown) this.reported++;
    else if (error instanceof ConnectError) ok(error.code !== closeCode.badFrame, error.message);
    else ok(error instanceof Aborted, String(error));
  }

  #add(role: 'client' | 'server', session: Session): StormEndpoint {
    const reading = this.chance() < 0.7 ? 'listen' : 'iterate';
    const endpoint = new StormEndpoint({
      session,
      promises: this.promises,
      reading,
      mayDropUnread: role === 'server' && this.conditions.isTight,
      callback: this.#callback,
    });
    const pair = this.pairs.get(session.id) ?? {};
    pair[role] = endpoint;
    this.pairs.set(session.id, pair);
    return endpoint;
  }

  /** The body of every callback of the application. */
  #callback = (): void => {
    if (!this.conditions.throws || ++this.#callbacks % 7 !== 0) return;
    this.thrown++;
    throw new Thrown('thrown by the storm');
  };

  #report(error: unknown): void {
    if (error instanceof Thrown) this.reported++;
    else if (!isOverflowReport(error)) throw error;
  }
}
