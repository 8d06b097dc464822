import { strictEqual } from 'node:assert/strict';
import { Task, Timer } from '@doha/loop';
import type { Send, Receiver } from '../transport/remote-methods.ts';
import { Hub } from '../session/hub.ts';
import { SharedWorld } from '../session/shared-world.test.setup.ts';
import { StormThread } from '../session/storm-thread.test.setup.ts';
import { IdRanges } from '../session/ids.ts';
import { Peer } from '../session/peer.ts';
import type { ThreadIndex } from '../session/thread-index.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import type { Attached } from './worker-connection.ts';
import type { WorkerConnection } from './worker-connection.ts';
import { type PoolExtension, PoolStorm } from './pool-storm.test.setup.ts';
import type { VirtualWorker } from './virtual-worker.test.setup.ts';
import { below, chanceOf, oneOf } from '../../../chance.test.setup.ts';
import type { SessionStart } from '../session/session-messages.ts';

// This storm combines the pool of `pool.storm.ts` with the shared state of `shared-state.storm.ts`:
// topics, tables, entities and ids. Workers also have tasks and timers of their own, in the loop
// that runs the pool's tasks. A terminated thread continues for a while, and sends messages
// meanwhile. Tasks publish values, write tables, and mutate and migrate entities.

export const name = 'a pool and the state that its threads share keep their promises while workers are lost';
export const seedsInGate = 45;

export async function run(seed: number): Promise<void> {
  await new PoolStorm(chanceOf(seed), (storm) => new Sharing(storm)).play();
}

const LATENCY = 0.05;

/** An end of a channel between threads. Messages are copied, and wait until their receiver has time. */
class Port {
  peer!: Port;
  /** The thread that has the port; undefined until the thread receives it. */
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

/** Tasks that a thread has submitted to its own loop, and the number of those that have run. */
class OwnWork {
  submitted = 0;
  done = 0;
}

class Sharing implements PoolExtension {
  readonly acts: PoolExtension['acts'];
  #storm: PoolStorm;
  #world: SharedWorld;
  #hub: Hub;
  #main: StormThread;
  #threads: Map<VirtualWorker, StormThread> = new Map();
  #byId: Map<number, StormThread> = new Map();
  #left: Set<number> = new Set();
  #ownWork: Map<VirtualWorker, OwnWork> = new Map();
  #transport: VirtualThread;

  constructor(storm: PoolStorm) {
    const { chance } = storm;
    this.#storm = storm;
    this.#world = new SharedWorld(chance, storm.workerCount);
    this.#transport = storm.timeline.thread();
    this.#hub = new Hub(storm.onError, () => this.#openChannel(), storm.sharesMemory, new IdRanges());
    this.#main = new StormThread(this.#world, this.#hub.peer);
    this.#world.threads.push(this.#main);
    this.acts = [
      [40, () => this.#times(() => this.#main.act())],
      [60, () => this.#inWorker((worker) => this.#times(() => this.work(worker)))],
      [10, () => this.#inWorker((worker) => this.#workOfItsOwn(worker))],
    ];
  }

  attach(connection: WorkerConnection, send: Send<never>): Attached {
    const end = (reason: Error): void => this.#storm.pool.end(connection, reason);
    const index = this.#hub.join(connection.load.index, send, end, (...call) => connection.sendNow(...call));
    return {
      receivers: [this.#hub.methodsFor(index)],
      refused: (call, error) => this.#hub.peer.notSent(call, error),
      detach: () => {
        this.#left.add(index);
        const thread = this.#byId.get(index);
        if (thread !== undefined) this.#world.lost(thread);
        this.#hub.leave(index);
      },
    };
  }

  begin(worker: VirtualWorker, send: Send<never>): readonly Receiver[] {
    const { onError, sharesMemory } = this.#storm;
    const peer = new Peer(send, onError, sharesMemory, () => worker.flushNow());
    const thread = new StormThread(this.#world, peer);
    this.#threads.set(worker, thread);
    return [this.#ownReceiver(worker, thread), ...peer.receivers];
  }

  work(worker: VirtualWorker): void {
    this.#threads.get(worker)?.act();
  }

  beforeTasks(): void {
    this.#hub.peer.publishBeforeTasks();
  }

  beforeResult(worker: VirtualWorker): void {
    this.#threads.get(worker)?.peer.publishBeforeTasks();
  }

  notSent(worker: VirtualWorker, call: readonly unknown[], error: unknown): void {
    this.#threads.get(worker)!.peer.notSent(call, error);
  }

  step(): void {
    this.#world.checkOwners();
  }

  calm(): void {
    this.#world.isCalm = true;
  }

  async check(settle: () => Promise<void>): Promise<void> {
    await settle();
    this.#world.publishAll();
    await settle();
    this.#world.check();
    strictEqual(this.#world.threads.length, this.#storm.workerCount + 1, 'a worker takes no part');
    for (const [worker, { done, submitted }] of this.#ownWork)
      if (worker.endedAt === Infinity) strictEqual(done, submitted, 'a task of a loop did not run once');
    this.#main.peer.close();
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

  // Submits a timer to the loop that also runs the tasks of the pool. Each time the timer fires, it
  // submits a task to this loop.
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

  /** Observes the calls of the pool to a thread of the session. */
  #ownReceiver(worker: VirtualWorker, thread: StormThread): Receiver {
    const { peer } = thread;
    return {
      beginSession: (beginSession: SessionStart) => {
        peer.beginSession(beginSession);
        const { thread: id } = beginSession;
        this.#byId.set(id, thread);
        if (this.#left.has(id)) thread.isDead = true;
        else this.#world.threads.push(thread);
      },
      link: (other: number, place: ThreadIndex, port: MessagePort) => {
        (port as unknown as Port).thread = worker.thread;
        peer.link(other, place, port);
      },
    };
  }

  #openChannel(): Pick<MessageChannel, 'port1' | 'port2'> {
    const [one, other] = [new Port(this.#transport), new Port(this.#transport)];
    one.peer = other;
    other.peer = one;
    // The first port goes to a thread that is in the session already. If that is the main thread,
    // it gets the port at once, not by `#ownReceiver`.
    one.thread = this.#storm.main;
    return { port1: one as unknown as MessagePort, port2: other as unknown as MessagePort };
  }
}
