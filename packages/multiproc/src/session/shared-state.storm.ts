import { ok, strictEqual } from 'node:assert/strict';
import { deliver } from '../transport/remote-methods.ts';
import { Hub } from './hub.ts';
import { IdRanges } from './ids.ts';
import { SharedWorld } from './shared-world.test.setup.ts';
import { isMisfit, onPurpose, StormThread } from './storm-thread.test.setup.ts';
import { Peer } from './peer.ts';
import { type Chance, chanceOf, logUniform, oneOf, weighted } from '../../../chance.test.setup.ts';

// Random programs use topics, tables, replicas, entities and ids at the same time. Only the ports
// are simulated; they copy messages as real ones do. Meanwhile threads die and are replaced, and a
// part of the messages that they have sent is lost; threads are busy and read nothing; the times of
// commits jump by up to an hour; callbacks of the application throw, or use the same API.

export const name =
  'snapshots are whole, values are in order and entities have one authority, whichever threads die';
export const seedsInGate = 120;

export async function run(seed: number): Promise<void> {
  await new Storm(chanceOf(seed)).play();
}

const MAX_STEPS = 300;

/** A port of a simulated channel, with the members of `MessagePort` that are used. */
class Port {
  peer!: Port;
  readonly inbox: unknown[] = [];
  onmessage: ((event: { readonly data: unknown }) => void) | undefined;
  onmessageerror: (() => void) | undefined;
  /** The thread that reads its messages. */
  owner: StormThread | undefined;
  isClosed = false;

  postMessage(message: unknown, moved: Transferable[]): void {
    const copy: unknown = structuredClone(message, { transfer: moved });
    if (!this.isClosed && !this.peer.isClosed) this.peer.inbox.push(copy);
  }

  get isReady(): boolean {
    const isRead = this.onmessage !== undefined && this.owner?.busy === 0;
    return isRead && this.inbox.length > 0 && !this.isClosed;
  }

  deliver(): void {
    this.onmessage!({ data: this.inbox.shift() });
  }

  close(): void {
    this.isClosed = true;
    this.inbox.length = 0;
  }
}

class Storm {
  readonly chance: Chance;
  readonly #world: SharedWorld;
  readonly #hub: Hub;
  readonly #main: StormThread;
  readonly #canShare: boolean;
  readonly #steps: readonly (readonly [weight: number, step: () => void])[];
  #ports: Port[] = [];
  #toHub: Map<StormThread, (() => void)[]> = new Map();
  #fromHub: Map<StormThread, (() => void)[]> = new Map();
  #indices: Map<StormThread, number> = new Map();

  constructor(chance: Chance) {
    this.chance = chance;
    this.#world = new SharedWorld(chance);
    this.#canShare = chance() < 0.5;
    const drawn = (usual: number, others: readonly number[]): number =>
      this.#world.isMixed ? usual : oneOf(chance, others);
    this.#steps = [
      [drawn(1, [0, 1, 4, 16]), () => this.#kill(this.#world.some())],
      [drawn(2, [0, 2, 8]), () => (this.#world.some().busy = 20)],
      [42, () => this.#world.some().act()],
      [drawn(55, [25, 55, 110]), () => this.#deliver()],
    ];
    const onError = (error: unknown): void => this.#checkError(error);
    this.#hub = new Hub(onError, () => this.#openChannel(), this.#canShare, new IdRanges());
    this.#main = new StormThread(this.#world, this.#hub.peer);
    this.#world.threads.push(this.#main);
    for (let index = 0; index < this.#world.workers; index++) this.#start(index);
  }

  async play(): Promise<void> {
    const steps = this.#world.isMixed ? MAX_STEPS : logUniform(this.chance, 3, MAX_STEPS);
    for (let step = 0; step < steps; step++) {
      this.#step();
      await endOfTurn();
      this.#world.checkOwners();
    }
    await this.#settle();
    await this.#checkEnd();
  }

  #checkError(error: unknown): void {
    // The thread that was to create the entity, or to receive it, has died.
    const isLate = error instanceof RangeError && /^(mutate|migrate): /.test(error.message);
    if (error !== onPurpose && !isLate && !isMisfit(error)) throw error;
  }

  #step(): void {
    for (const thread of this.#world.threads) if (thread.busy > 0) thread.busy--;
    weighted(this.chance, this.#steps)();
  }

  #start(index: number): void {
    const thread: StormThread = new StormThread(
      this.#world,
      new Peer(
        (called, args, transfer = []) => {
          const copy = structuredClone(args, { transfer: [...transfer] as Transferable[] });
          this.#toHub.get(thread)?.push(() => deliver([this.#hub.methodsFor(thread.index)], called, copy));
        },
        (error) => this.#checkError(error),
        this.#canShare,
      ),
    );
    this.#toHub.set(thread, []);
    this.#fromHub.set(thread, []);
    this.#world.threads.push(thread);
    const id = this.#hub.join(index, (called, args, transfer = []) => {
      const port = (args as readonly unknown[]).find((arg) => arg instanceof Port);
      if (port !== undefined) port.owner = thread;
      const copy =
        port === undefined ? structuredClone(args, { transfer: [...transfer] as Transferable[] }) : args;
      this.#fromHub.get(thread)?.push(() => deliver(thread.peer.receivers, called, copy));
    });
    strictEqual(id, thread.index);
    this.#indices.set(thread, index);
  }

  #kill(thread: StormThread): void {
    if (thread === this.#main) return;
    this.#world.lost(thread);
    this.#toHub.delete(thread);
    this.#fromHub.delete(thread);
    for (const port of this.#ports) {
      const { inbox, owner, peer } = port;
      if (owner === thread) port.close();
      else if (peer.owner === thread) inbox.splice(Math.floor(this.chance() * (inbox.length + 1)));
    }
    this.#hub.leave(thread.index);
    this.#start(this.#indices.get(thread)!);
  }

  #openChannel(): Pick<MessageChannel, 'port1' | 'port2'> {
    const [one, other] = [new Port(), new Port()];
    one.peer = other;
    other.peer = one;
    // Until the hub sends the port to a worker.
    one.owner = this.#main;
    this.#ports = this.#ports.filter(({ isClosed }) => !isClosed);
    this.#ports.push(one, other);
    return { port1: one as unknown as MessagePort, port2: other as unknown as MessagePort };
  }

  /** Delivers a message. Returns whether there was one. */
  #deliver(): boolean {
    const ready: (Port | (() => void)[])[] = [];
    if (this.#main.busy === 0)
      for (const messages of this.#toHub.values()) if (messages.length > 0) ready.push(messages);
    for (const [{ busy }, messages] of this.#fromHub)
      if (messages.length > 0 && busy === 0) ready.push(messages);
    for (const port of this.#ports) if (port.isReady) ready.push(port);
    if (ready.length === 0) return false;
    const one = oneOf(this.chance, ready);
    if (one instanceof Port) one.deliver();
    else one.shift()!();
    return true;
  }

  /** Delivers all messages, also those that are sent meanwhile. */
  async #settle(): Promise<void> {
    this.#world.isCalm = true;
    for (const thread of this.#world.threads) thread.busy = 0;
    for (let turn = 0; ; turn++) {
      ok(turn < 100_000, 'messages never end');
      const hasDelivered = this.#deliver();
      await endOfTurn();
      if (!hasDelivered) return;
    }
  }

  async #checkEnd(): Promise<void> {
    this.#world.publishAll();
    await endOfTurn();
    await this.#settle();
    this.#world.check();
    for (const { peer } of this.#world.threads) peer.close();
    await endOfTurn();
    this.#world.checkClosed();
  }
}

/** Resolves after all microtasks, as at the end of a turn. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
