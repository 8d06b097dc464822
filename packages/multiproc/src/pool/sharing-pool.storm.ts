import { strictEqual } from 'node:assert/strict';
import { Task, Timer } from '@doha/loop';
import type { Tell } from '../transport/telegraph.ts';
import { Central } from '../session/central.ts';
import { SharedWorld, Thread } from '../session/shared-world.test.setup.ts';
import { IdRanges } from '../session/identity.ts';
import { Site, type Welcome } from '../session/site.ts';
import type { Place } from '../session/place.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import type { Attached } from './crew.ts';
import type { Member } from './member.ts';
import { type PoolExtension, PoolStorm, type VirtualWorker } from './pool-storm.test.setup.ts';
import { below, chanceOf, oneOf } from '../../../chance.test.setup.ts';

// Everything together: the pool of `pool.storm.ts`, whose threads also share topics, tables, entities and ids as those of
// `shared-state.storm.ts`, and have tasks and timers of their own in the loops in which the pool's tasks run. A terminated thread goes on
// for a while here, and its messages with it. Tasks publish, write, mutate and migrate.

export const name = 'a pool whose threads share state keeps the promises of both while workers are lost';
export const seedsInGate = 150;

export async function run(seed: number): Promise<void> {
  await new PoolStorm(chanceOf(seed), (storm) => new Sharing(storm)).play();
}

const LATENCY = 0.05;

/** An end of a channel between threads. Messages are copied, and wait until their receiver has time. */
class Port {
  peer!: Port;
  /** The thread that has it, from when it is there. */
  thread: VirtualThread | undefined;
  #transport: VirtualThread;
  #early: unknown[] = [];
  #listener: ((event: { readonly data: unknown }) => void) | undefined;
  #isClosed = false;

  constructor(transport: VirtualThread) {
    this.#transport = transport;
  }

  set onmessage(listener: (event: { readonly data: unknown }) => void) {
    this.#listener = listener;
    for (const data of this.#early.splice(0)) this.#arrive(data);
  }

  postMessage(message: unknown, moved: Transferable[]): void {
    const copy: unknown = structuredClone(message, { transfer: moved });
    const { peer } = this;
    if (!this.#isClosed) this.thread!.send(this.#transport, LATENCY, () => peer.#arrive(copy));
  }

  close(): void {
    this.#isClosed = true;
  }

  #arrive(data: unknown): void {
    if (this.#listener === undefined) this.#early.push(data);
    else
      this.thread!.at(this.#transport.now(), () => {
        if (!this.#isClosed) this.#listener!({ data });
      });
  }
}

/** Tasks that a thread has given to its own loop, and how many of them have run. */
class OwnWork {
  submitted = 0;
  done = 0;
}

class Sharing implements PoolExtension {
  readonly acts: PoolExtension['acts'];
  #storm: PoolStorm;
  #world: SharedWorld;
  #central: Central;
  #main: Thread;
  #threads: Map<VirtualWorker, Thread> = new Map();
  #bySite: Map<number, Thread> = new Map();
  #left: Set<number> = new Set();
  #ownWork: Map<VirtualWorker, OwnWork> = new Map();
  #transport: VirtualThread;

  constructor(storm: PoolStorm) {
    const { chance } = storm;
    this.#storm = storm;
    this.#world = new SharedWorld(chance, storm.places);
    this.#transport = storm.timeline.thread();
    this.#central = new Central(storm.onError, () => this.#openChannel(), storm.sharesMemory, new IdRanges());
    this.#main = new Thread(this.#world, this.#central.site);
    this.#world.threads.push(this.#main);
    this.acts = [
      [40, () => this.#times(() => this.#main.act())],
      [60, () => this.#inWorker((worker) => this.#times(() => this.work(worker)))],
      [10, () => this.#inWorker((worker) => this.#workOfItsOwn(worker))],
    ];
  }

  attach(member: Member, tell: Tell<never>): Attached {
    const end = (reason: Error): void => this.#storm.crew.end(member, reason);
    const index = this.#central.join(member.lane.index, tell, end, (...told) => member.tellNow(...told));
    return {
      receivers: [this.#central.from(index)],
      refused: (told, error) => this.#central.site.notSent(told, error),
      detach: () => {
        this.#left.add(index);
        const thread = this.#bySite.get(index);
        if (thread !== undefined) this.#world.lost(thread);
        this.#central.leave(index);
      },
    };
  }

  begin(worker: VirtualWorker, tell: Tell<never>): readonly object[] {
    const { onError, sharesMemory } = this.#storm;
    const site = new Site(tell, onError, sharesMemory, () => worker.sendNow());
    const thread = new Thread(this.#world, site);
    this.#threads.set(worker, thread);
    return [this.#ownReceiver(worker, thread), ...site.receivers];
  }

  work(worker: VirtualWorker): void {
    this.#threads.get(worker)?.act();
  }

  beforeTasks(): void {
    this.#central.site.publishBeforeTasks();
  }

  beforeResult(worker: VirtualWorker): void {
    this.#threads.get(worker)?.site.publishBeforeTasks();
  }

  step(): void {
    this.#world.checkAuthorities();
  }

  calm(): void {
    this.#world.isCalm = true;
  }

  async check(settle: () => Promise<void>): Promise<void> {
    await settle();
    this.#world.publishAll();
    await settle();
    this.#world.check();
    strictEqual(this.#world.threads.length, this.#storm.places + 1, 'a worker takes no part');
    for (const [worker, { done, submitted }] of this.#ownWork)
      if (worker.endedAt === Infinity) strictEqual(done, submitted, 'a task of a loop did not run once');
    this.#main.site.close();
    await new Promise(setImmediate);
    strictEqual(this.#main.giveUp, undefined, 'a replica is pending for ever');
  }

  #times(act: () => void): void {
    for (let left = oneOf(this.#storm.chance, [1, 1, 2, 4, 8]); left > 0; left--) act();
  }

  #inWorker(act: (worker: VirtualWorker) => void): void {
    const { chance, timeline, workers } = this.#storm;
    if (workers.length === 0) return;
    const worker = oneOf(chance, workers);
    worker.thread.at(timeline.now, () => act(worker));
  }

  // A timer, and a generator that the timer submits again and again; both share the loop with the tasks of the pool.
  #workOfItsOwn(worker: VirtualWorker): void {
    const { loop, thread } = worker;
    if (loop === undefined || loop.disposed) return;
    const { chance } = this.#storm;
    const own = this.#ownWork.get(worker) ?? new OwnWork();
    this.#ownWork.set(worker, own);
    let left = 1 + below(chance, 3);
    const work = (): void => {
      own.done++;
      thread.spend(chance());
      this.work(worker);
    };
    const timer = new Timer(
      () => {
        own.submitted++;
        loop.submit(new Task(work), below(chance, 5));
        if (--left === 0) loop.cancel(timer);
      },
      { after: 0, every: 1 + below(chance, 20) },
    );
    loop.submit(timer);
  }

  /** Takes note of what the pool tells a thread of the session. */
  #ownReceiver(worker: VirtualWorker, thread: Thread): object {
    const { site } = thread;
    return {
      welcome: (welcome: Welcome) => {
        site.welcome(welcome);
        const { index } = welcome;
        this.#bySite.set(index, thread);
        if (this.#left.has(index)) thread.isDead = true;
        else this.#world.threads.push(thread);
      },
      link: (peer: number, place: Place, port: MessagePort) => {
        (port as unknown as Port).thread = worker.thread;
        site.link(peer, place, port);
      },
    };
  }

  #openChannel(): Pick<MessageChannel, 'port1' | 'port2'> {
    const [one, other] = [new Port(this.#transport), new Port(this.#transport)];
    one.peer = other;
    other.peer = one;
    // The first goes to a thread that is there: the main thread gets it at once.
    one.thread = this.#storm.main;
    return { port1: one as unknown as MessagePort, port2: other as unknown as MessagePort };
  }
}
