import { EventLoop } from '@doha/loop';
import { Timeline } from '../virtual/timeline.ts';
import { virtualChannel } from '../virtual/virtual-channel.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import { JobRunner } from '../worker/job-runner.ts';
import { Pool } from './pool.ts';
import { handshake } from './handshake.ts';
import type { WorkerConnection } from './worker-connection.ts';
import { RemoteTask, type SubmitOptions } from '../task/remote-task.ts';

/** Run time of each task in ms. */
const COST = 60;

/** A pool on simulated time. Each task computes for `COST` ms. */
export class ComputingPool {
  readonly pool: Pool;
  /** Names of the tasks that have begun, in that order. */
  readonly begun: string[] = [];
  readonly #timeline: Timeline = new Timeline(Infinity);
  readonly #main: VirtualThread = this.#timeline.thread();

  constructor(window: number | 'auto', sharesMemory: boolean, maxQueue = Infinity) {
    this.pool = new Pool({
      window,
      maxQueue,
      loop: new EventLoop({ host: this.#main }),
      soon: (callback) => this.#main.at(this.#timeline.now, callback),
      replace: () => new Promise(() => {}),
      startLimit: 1000,
      sharesMemory,
      onError: () => {},
      attach: () => ({ receivers: [], detach: () => {} }),
    });
  }

  async start(index = 0): Promise<WorkerConnection> {
    const thread = this.#timeline.thread();
    const [end, otherEnd] = virtualChannel({ thread: this.#main, message: 0 }, { thread, message: 0 }, 0.01);
    const compute = (name: string): void => {
      this.begun.push(name);
      thread.spend(COST);
    };
    thread.at(0, () => void new JobRunner(otherEnd, { compute }, [], { host: thread }));
    const joining = handshake(end, 1000);
    this.settle();
    void this.pool.addWorker(index, await joining);
    this.settle();
    return this.pool.connections.get(index)!;
  }

  submit(name: string, options: SubmitOptions = {}): RemoteTask {
    const task = new RemoteTask({ owner: this.pool, name: 'compute' }, [name], options, true);
    this.pool.submit(task);
    return task;
  }

  advance(ms: number): void {
    const until = this.#timeline.now + ms;
    this.#main.at(until, () => {});
    while (this.#timeline.step(until));
  }

  /** Advances simulated time until no thread has anything left to do. */
  settle(): void {
    this.#timeline.run();
  }
}
