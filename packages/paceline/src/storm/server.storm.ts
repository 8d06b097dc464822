import { ok, strictEqual } from 'node:assert/strict';
import {
  below,
  type Chance,
  chanceOf,
  logUniform,
  oneOf,
  swarm,
  weighted,
} from '../../../chance.test.setup.ts';
import { Alarm } from '../timers/alarm.ts';
import { minSettings, writeClientHello } from '../wire/hello.ts';
import { littleQueue, maxStreams } from './storm-conditions.test.setup.ts';
import { checkDirection, readings, type SendPlan, type StormEndpoint } from './storm-endpoint.test.setup.ts';
import { StormWorld } from './storm-world.test.setup.ts';

// A server and its clients on simulated time: everything between the sockets and the applications is real. Random programs connect clients, send messages of
// all kinds by streams of all kinds, and end sessions. Meanwhile connections are cut and stall, the thread is busy, the server is killed and another one takes
// its place, foreign clients ask for sessions, memory runs out, and callbacks throw.

export const name = 'a server and its clients settle each message and release everything, whatever fails';
export const seedsInGate = 25;

const maxClients = 4;

/** The steps of a storm. */
type Steps = readonly (readonly [weight: number, step: () => unknown])[];

class Storm {
  readonly #world: StormWorld;
  readonly #chance: Chance;
  /** Sessions that an endpoint has closed or terminated, or whose client was killed. */
  readonly #over: Set<string> = new Set();
  #codes = 3000;
  /** Whether sessions may be lost: the server was killed or closed, or was asleep or out of reach for long. */
  #mayLose = false;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#world = new StormWorld(chance);
  }

  async play(): Promise<void> {
    const steps = this.#steps();
    const count = logUniform(this.#chance, 5, 120);
    await this.#connect();
    for (let i = 0; i < count; i++) await weighted(this.#chance, steps)();
    await this.#settle();
    await this.#end();
    this.#check();
  }

  #steps(): Steps {
    const any = (limit: number): number => below(this.#chance, limit);
    const harmless: Steps = [
      [60, () => this.#send()],
      [8, () => this.#any()?.cancelMessage(any(100))],
      [10, () => this.#open()],
      [4, () => this.#any()?.closeStream(any(8))],
      [3, () => this.#any()?.cancelStream(any(8))],
      [2, () => this.#any()?.abortStream(any(8))],
      [40, () => this.#world.pass(any(61))],
      [3, () => this.#world.pass(any(3000))],
      [3, () => this.#busy()],
      [10, () => this.#cut()],
      [8, () => this.#stall()],
      [6, () => this.#changePath()],
      [6, () => this.#connect()],
      [2, () => this.#impostor()],
      [4, () => this.#waitUntilReady()],
      [2, () => this.#any()?.session.endpoint.probe()],
      [1, () => this.#any()?.session.endpoint.sendSuspend()],
    ];
    const harmful: Steps = [
      [1, () => this.#sleep()],
      [1, () => this.#world.pass(any(20_000))],
      [2, () => this.#loseReach()],
      [2, () => this.#restart()],
      [1, () => this.#shutDown()],
      [3, () => this.#closeSession()],
      [1, () => this.#terminate()],
      [1, () => this.#killClient()],
    ];
    const all = this.#chance() < 0.3 ? harmless : [...harmless, ...harmful];
    return swarm(this.#chance, all);
  }

  #any(): StormEndpoint | undefined {
    const all = this.#world.endpoints.filter(({ isDead }) => !isDead);
    return all[below(this.#chance, Math.max(1, all.length))];
  }

  async #connect(): Promise<void> {
    const { connecting, endpoints } = this.#world;
    const alive = endpoints.filter(({ hasEnded, isDead }) => !hasEnded && !isDead);
    if (alive.length + connecting < 2 * maxClients) await this.#world.connect();
  }

  async #restart(): Promise<void> {
    this.#mayLose = true;
    await this.#world.restartServer();
  }

  async #shutDown(): Promise<void> {
    this.#mayLose = true;
    await this.#world.shutDownServer();
  }

  #anyClient(): StormEndpoint | undefined {
    const all = [...this.#world.pairs.values()].filter(({ client }) => client?.isDead === false);
    return all[below(this.#chance, Math.max(1, all.length))]?.client;
  }

  #send(): void {
    const { isTight, options } = this.#world.conditions;
    const endpoint = isTight && this.#chance() < 0.7 ? this.#anyClient() : this.#any();
    try {
      for (let i = logUniform(this.#chance, 1, isTight ? 10 : 20); i > 0; i--)
        endpoint?.send(this.#message());
    } catch (error) {
      ok(options.maxQueued === littleQueue && error instanceof RangeError, String(error));
    }
  }

  #message(): SendPlan {
    const chance = this.#chance;
    const { isTight, longest } = this.#world.conditions;
    return {
      stream: below(chance, 6),
      priority: below(chance, 3),
      size: isTight ? below(chance, longest) : logUniform(chance, 1, longest),
      isText: chance() < 0.5,
      expiresIn: chance() < 0.1 ? 1 + below(chance, 200) : undefined,
      key: chance() < 0.2 ? String(below(chance, 3)) : undefined,
    };
  }

  #waitUntilReady(): void {
    const endpoint = this.#any();
    endpoint?.waitUntilReady(below(this.#chance, 6));
  }

  #open(): void {
    const chance = this.#chance;
    const reading =
      this.#world.conditions.isTight && chance() < 0.7
        ? 'unread'
        : oneOf(chance, [...readings, 'unread'] as const);
    try {
      this.#any()?.open(reading, chance() < 0.5, 1 + below(chance, 4), 1 + below(chance, 5));
    } catch (error) {
      ok(String(error).includes(`allows up to ${maxStreams} open streams`), String(error));
    }
  }

  async #busy(): Promise<void> {
    for (let i = below(this.#chance, 40); i > 0; i--) {
      this.#world.host.spend(40);
      await this.#world.pass(10);
    }
  }

  #sleep(): void {
    const time = oneOf(this.#chance, [1000, 60_000]);
    this.#mayLose ||= time > 1000;
    this.#world.host.spend(time);
  }

  #anyConnection():
    | { readonly link: { stall(time: number): void; kill(first: number, second: number): void } }
    | undefined {
    const all = [...this.#world.network.connections];
    return all[below(this.#chance, Math.max(1, all.length))];
  }

  #cut(): void {
    const heardAfter = (): number => (this.#chance() < 0.1 ? Infinity : below(this.#chance, 301));
    this.#anyConnection()?.link.kill(heardAfter(), heardAfter());
  }

  #stall(): void {
    this.#anyConnection()?.link.stall(this.#world.host.now() + below(this.#chance, 2001));
  }

  #changePath(): void {
    this.#world.network.path = { delay: below(this.#chance, 51), rate: logUniform(this.#chance, 10, 2000) };
  }

  async #loseReach(): Promise<void> {
    const reachability = oneOf(this.#chance, ['refused', 'silent'] as const);
    this.#mayLose ||= reachability === 'silent'; // attempts that get no answer take 10 s
    this.#world.network.reachability = reachability;
    await this.#world.pass(below(this.#chance, 5000));
    this.#world.network.reachability = 'open';
  }

  /** A client asks for a session of another user. */
  #impostor(): void {
    const endpoint = this.#any();
    if (endpoint === undefined) return;
    const socket = this.#world.network.open();
    const sessionName = endpoint.session.name;
    socket.addEventListener('error', () => {});
    socket.addEventListener('open', () => {
      socket.send(writeClientHello({ sessionName, settings: minSettings, credentials: 'impostor' }));
    });
    socket.addEventListener('message', () => ok(false, 'an impostor was let in'));
    new Alarm(this.#world.loop, () => socket.close()).set(this.#world.host.now() + 10_000);
  }

  #closeSession(): void {
    const timeout = oneOf(this.#chance, [0, 100, 10_000, Infinity]);
    const session = this.#any()?.session;
    if (session === undefined) return;
    this.#over.add(session.id);
    this.#world.promises.watch(session.close({ code: this.#codes++, timeout }));
  }

  #terminate(): void {
    const session = this.#any()?.session;
    if (session === undefined) return;
    this.#over.add(session.id);
    session.terminate();
  }

  /** The process of a client is killed. */
  #killClient(): void {
    const clients = [...this.#world.clients];
    const [id, client] = clients[below(this.#chance, Math.max(1, clients.length))] ?? [];
    if (id === undefined) return;
    this.#over.add(id);
    this.#world.pairs.get(id)!.client!.isDead = true;
    client!.kill(this.#chance() < 0.8 ? below(this.#chance, 300) : Infinity);
  }

  /**
   * The network works again, and all streams are read: each message of an open session must end.
   */
  async #settle(): Promise<void> {
    this.#world.network.path = { delay: 5, rate: 2000 };
    await this.#world.pass(100_000);
    for (const endpoint of this.#world.endpoints) endpoint.readAll();
    await Promise.resolve(); // then listeners get the messages that waited
    // A connection that was made before keeps its rate, which may be low.
    for (let before = Infinity; this.#undelivered > 0 && this.#undelivered < before;) {
      before = this.#undelivered;
      await this.#world.pass(100_000);
    }
    for (const [id, { client, server }] of this.#world.pairs) {
      const isOpen = client?.hasEnded === false && !client.isDead && server?.isDead === false;
      const mustBeOpen =
        this.#world.conditions.isSafe && !this.#mayLose && !this.#over.has(id) && client !== undefined;
      ok(isOpen || !mustBeOpen, `a session has ended: ${client?.closed?.code} ${client?.closed?.reason}`);
      if (!isOpen) continue;
      ok(!server.hasEnded, 'only the server has ended the session');
      ok(client.session.isConnected && server.session.isConnected, 'there is no connection');
      for (const { costOfStreams, sent, session } of [client, server]) {
        strictEqual(session.queued, 0, 'messages wait');
        strictEqual(session.sendMemory, 0, 'memory of sent messages is held');
        ok(session.endpoint.held <= costOfStreams, 'memory is held');
        for (const { message, text } of sent)
          ok(message.hasEnded, `${text.slice(0, 20)} is ${message.status}`);
      }
    }
  }

  /** The server reports at least five errors from each place in the code. */
  #checkReports({ reported, thrown }: StormWorld): void {
    if (thrown <= 5) strictEqual(reported, thrown, 'each error of a callback is reported once');
    else ok(reported >= 5 && reported <= thrown, `of ${thrown} errors of callbacks ${reported} are reported`);
  }

  /** Bytes of messages that wait or are in flight, in all sessions. */
  get #undelivered(): number {
    const statistics = this.#world.endpoints.map(({ session }) => session.statistics);
    return statistics.reduce(
      (sum, { bytesQueued, bytesUnacknowledged }) => sum + bytesQueued + bytesUnacknowledged,
      0,
    );
  }

  async #end(): Promise<void> {
    await this.#checkStreams();
    for (const { session } of this.#alive)
      if (this.#chance() < 0.5) this.#world.promises.watch(session.close({ code: this.#codes++ }));
    await this.#world.pass(20_000);
    for (const { session } of this.#alive) session.terminate();
    await this.#world.pass(100_000);
  }

  /** The endpoints of pairs in which no process was killed. All other sessions must end by themselves. */
  get #alive(): StormEndpoint[] {
    const pairs = [...this.#world.pairs.values()].map(({ client, server }) => [client, server]);
    const alive = pairs.filter((endpoints) => endpoints.every((endpoint) => endpoint?.isDead !== true));
    return alive.flat().filter((endpoint) => endpoint !== undefined);
  }

  /** Ended streams are released: the maximum number of streams can be opened. */
  async #checkStreams(): Promise<void> {
    for (const endpoint of this.#world.endpoints) endpoint.closeStreams();
    await this.#world.pass(5000);
    for (const { session } of this.#world.endpoints)
      if (!session.endpoint.isClosed) for (let i = 0; i < maxStreams; i++) session.stream().close();
    await this.#world.pass(5000);
  }

  #check(): void {
    for (const { client, server } of this.#world.pairs.values()) {
      for (const endpoint of [client, server]) endpoint?.check();
      if (client !== undefined) checkDirection(client, server);
      if (server !== undefined) checkDirection(server, client);
    }
    this.#world.checkReleased();
    this.#checkReports(this.#world);
    strictEqual(this.#world.promises.pending, 0, 'a promise has not settled');
    strictEqual(this.#world.promises.rejections.length, 0, String(this.#world.promises.rejections[0]));
    strictEqual(
      this.#world.servers.reduce((sum, { all }) => sum + all.length, 0),
      0,
      'a server keeps a session',
    );
    strictEqual(this.#world.network.sockets.size, 0, 'a socket is open');
    strictEqual(this.#world.loop.pendingTimers, 0, 'a timer is left');
  }
}

export async function run(seed: number): Promise<void> {
  await new Storm(chanceOf(seed)).play();
}
