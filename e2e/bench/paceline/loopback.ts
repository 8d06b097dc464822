import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from '../../tools/node/bundle-for-node.mjs';
import { RemoteProgram } from '../../tools/node/remote-program.ts';
import { root as here } from '../../tools/repository.mjs';
import { programFolders } from '../program-folders.ts';
import type { ResourceUsage, Allocated, Memory, PeriodicSending, Portion, Requests } from './program.ts';
import type { TransportName } from './programs/transports.ts';

type Programs = Readonly<Record<'program' | 'transports', string>>;
const built: Map<string, Promise<Programs>> = new Map();

/**
 * Builds the programs once for each working tree of the repository. The program is always the one
 * of this working tree, which knows the requests of {@link Loopback}. The transports,
 * including Paceline, are taken from `root`.
 */
function programsOf(root: string): Promise<Programs> {
  const programs = built.get(root) ?? buildProgramsOf(root);
  built.set(root, programs);
  return programs;
}

function buildProgramsOf(root: string): Promise<Programs> {
  const { transports } = programFolders(root);
  const modules = {
    program: fileURLToPath(new URL('program.ts', import.meta.url)),
    transports: join(root, transports, 'transports.ts'),
  };
  return bundleForNode(join(root, 'node_modules/.cache/loopback'), modules, { minify: true });
}

/** Direction of messages: `down` is from the server to the client, `up` from the client to the server. */
export type Direction = 'down' | 'up';

/** The cost of a measurement. */
export interface Cost extends ResourceUsage {
  /** ms from sending the first message until the last one has arrived. */
  readonly time: number;
}

/** A server and a client in separate processes, connected by real sockets. */
export class Loopback {
  #server: RemoteProgram<Requests>;
  #client: RemoteProgram<Requests>;
  #name: TransportName;
  #port: number;
  #connections = 0;
  #sent = { down: 0, up: 0 }; // numbers of messages

  private constructor(server: RemoteProgram<Requests>, client: RemoteProgram<Requests>, how: Serving) {
    this.#server = server;
    this.#client = client;
    this.#name = how.name;
    this.#port = how.port;
  }

  /** Starts with one connection. `root`: a working tree of the repository, by default this one; `flags`: options of Node. */
  static async start(
    name: TransportName,
    { flags = [], root = here }: LoopbackOptions = {},
  ): Promise<Loopback> {
    const { program, transports } = await programsOf(root);
    const parts = { flags: [...usualFlags, ...flags], args: [transports] };
    const start = (): RemoteProgram<Requests> => new RemoteProgram(program, parts);
    const [server, client] = [start(), start()];
    const loopback = new Loopback(server, client, { name, port: await server.ask('serve', name) });
    await loopback.connect(1);
    return loopback;
  }

  /** Opens `count` additional connections. Afterward each connection has carried a message in both directions. */
  async connect(count: number): Promise<void> {
    await this.#client.ask('connect', { name: this.#name, port: this.#port, count });
    this.#connections += count;
    const received = (['down', 'up'] as const).map((direction) => {
      this.#sent[direction] += this.#connections;
      return this.#to(direction).ask('awaitMessages', this.#sent[direction]);
    });
    const hellos = [this.#server, this.#client].map((endpoint) => endpoint.ask('sendHellos', undefined));
    await Promise.all([...hellos, ...received]);
  }

  /** Sends messages at maximum speed. */
  async sendAtMaximumSpeed(
    direction: Direction,
    portion: Portion & { readonly perTurn: number },
  ): Promise<Cost> {
    this.#sent[direction] += portion.count;
    const before = await this.#readUsage();
    const received = this.#to(direction).ask('awaitMessages', this.#sent[direction]);
    const startedAt = await this.#to(direction === 'down' ? 'up' : 'down').ask('sendAtMaximumSpeed', portion);
    const time = (await received) - startedAt;
    return { ...difference(await this.#readUsage(), before), time };
  }

  /** Bytes that each endpoint allocates while messages are sent at maximum speed; NaN if garbage was collected meanwhile. */
  async allocations(
    direction: Direction,
    portion: Portion & { readonly perTurn: number },
  ): Promise<Allocations> {
    const [sender, receiver] =
      direction === 'down' ? [this.#server, this.#client] : [this.#client, this.#server];
    await Promise.all([sender.ask('collect', undefined), receiver.ask('collect', undefined)]);
    const allocated = (): Promise<Allocated[]> =>
      Promise.all([sender, receiver].map((endpoint) => endpoint.ask('allocated', undefined)));
    const before = await allocated();
    await this.sendAtMaximumSpeed(direction, portion);
    const after = await allocated();
    const [sent, received] = after.map(({ bytes, collections }, index) =>
      collections === before[index]!.collections ? bytes - before[index]!.bytes : NaN,
    );
    return { sent: sent!, received: received! };
  }

  /** Both endpoints send at a constant rate. */
  async sendPeriodically(down: PeriodicSending, up: PeriodicSending): Promise<Cost> {
    this.#sent.down += messagesOf(down);
    this.#sent.up += messagesOf(up);
    const before = await this.#readUsage();
    const received = [
      this.#client.ask('awaitMessages', this.#sent.down),
      this.#server.ask('awaitMessages', this.#sent.up),
    ];
    const startedAt = performance.now();
    await Promise.all([
      this.#server.ask('sendPeriodically', down),
      this.#client.ask('sendPeriodically', up),
      ...received,
    ]);
    return { ...difference(await this.#readUsage(), before), time: performance.now() - startedAt };
  }

  /** Memory of the server. */
  memory(): Promise<Memory> {
    return this.#server.ask('memory', undefined);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#server.stop(), this.#client.stop()]);
  }

  /** The receiver of messages in this direction. */
  #to(direction: Direction): RemoteProgram<Requests> {
    return direction === 'down' ? this.#client : this.#server;
  }

  // CPU time of both processes, and bytes and segments of the server's sockets.
  async #readUsage(): Promise<ResourceUsage> {
    const [server, client] = await Promise.all([
      this.#server.ask('readUsage', undefined),
      this.#client.ask('readUsage', undefined),
    ]);
    return { ...server, cpu: server.cpu + client.cpu };
  }
}

const usualFlags = ['--expose-gc'];

/** Bytes that the sender (`sent`) and the receiver (`received`) have allocated. */
export interface Allocations {
  readonly sent: number;
  readonly received: number;
}

export interface LoopbackOptions {
  readonly root?: string;
  readonly flags?: readonly string[];
}

interface Serving {
  readonly name: TransportName;
  readonly port: number;
}

function messagesOf({ portions, times }: PeriodicSending): number {
  return times * portions.reduce((sum, { count }) => sum + count, 0);
}

function difference(after: ResourceUsage, before: ResourceUsage): ResourceUsage {
  return {
    cpu: after.cpu - before.cpu,
    bytes: after.bytes - before.bytes,
    segments: after.segments - before.segments,
  };
}
