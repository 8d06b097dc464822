import type { EventLoop } from '@doha/loop';
import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import { type Send, receiver } from '../transport/remote-methods.ts';
import { virtualChannel } from '../virtual/virtual-channel.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import { Acceptors } from '../worker/acceptors.ts';
import { type AcceptorToPool, type PoolToAcceptor, poolToAcceptor } from '../transport/port-messages.ts';
import { NestedTaskSubmitter } from '../task/nested-task-submitter.ts';
import { type PoolToSubmitter, type SubmitterToPool, poolToSubmitter } from '../task/nested-task-messages.ts';
import { JobRunner } from '../worker/job-runner.ts';
import { copyMessages } from './copy-messages.test.setup.ts';
import type { RemoteTask } from '../task/remote-task.ts';
import { TaskKind } from '../task/task-kind.ts';
import { StormClock } from './storm-clock.test.setup.ts';
import type { PoolStorm } from './pool-storm.test.setup.ts';
import type { Execution, Plan } from './storm-task.test.setup.ts';

const LATENCY = 0.05;

/** A worker on a simulated thread. */
export class VirtualWorker {
  readonly thread: VirtualThread;
  readonly clock: StormClock;
  readonly endpoint: Endpoint;
  /** Whether it never answers. */
  isSilent = false;
  hasAnswered = false;
  endedAt = Infinity;
  #storm: PoolStorm;
  #submitted: RemoteTask[] = []; // nested tasks that its tasks have submitted
  #runner: JobRunner | undefined;
  #kind: TaskKind<(which: number) => unknown> | undefined;
  #listener: EndpointListener | undefined;
  #closed: Promise<void> | undefined;

  constructor(storm: PoolStorm) {
    this.#storm = storm;
    this.thread = storm.timeline.thread(storm.odds(0.2) ? 0.3 : 1);
    this.clock = new StormClock(this.thread);
    const [end, otherEnd] = virtualChannel(
      { thread: storm.main, message: 0.005 },
      { thread: this.thread, message: 0.005 },
      LATENCY,
    ).map(copyMessages) as [Endpoint, Endpoint];
    this.endpoint = {
      post: (message, transfer) => end.post(message, transfer),
      listen: (listener) => {
        this.#listener = listener;
        end.listen({
          ...listener,
          message: (message) => {
            this.hasAnswered = true;
            listener.message(message);
          },
        });
      },
      close: () => (this.#closed ??= this.#close(end)),
    };
    this.thread.at(storm.main.now() + storm.below(20), () => this.#start(otherEnd));
  }

  /** Undefined before it has started. */
  get loop(): EventLoop | undefined {
    return this.#runner?.loop;
  }

  flushNow(): void {
    this.#runner?.flushNow();
  }

  beBusy(time: number): void {
    this.thread.at(this.#storm.timeline.now, () => this.thread.spend(time));
  }

  crash(time: number): void {
    this.#storm.reaper.at(time, () => {
      this.#end();
      this.#storm.main.at(time + LATENCY, () => {
        if (this.#closed === undefined) this.#listener?.lost(new Error('it crashed'));
      });
    });
  }

  /**
   * The worker reports that it is about to end, as when it calls `close()`. Nothing else reports
   * that to the pool.
   */
  leave(): void {
    this.thread.at(this.#storm.timeline.now, () => this.#runner?.closing());
  }

  // Like `terminate` of a real worker: the thread continues for a while.
  #close(end: Endpoint): Promise<void> {
    const { main, reaper } = this.#storm;
    void end.close();
    return new Promise((resolve) => {
      reaper.at(main.now() + this.#storm.below(20), () => {
        this.#end();
        main.at(this.#storm.timeline.now, resolve);
      });
    });
  }

  #end(): void {
    if (this.endedAt < Infinity) return;
    this.endedAt = this.#storm.timeline.now;
    this.thread.end();
    void this.#runner?.stop();
  }

  #start(endpoint: Endpoint): void {
    if (this.isSilent) return;
    const send: Send<SubmitterToPool & AcceptorToPool> = (...call) => this.#runner!.send(...call);
    const submitter = new NestedTaskSubmitter({
      send,
      flushNow: () => this.#runner!.flushNow(),
      running: () => this.#runner!.running,
      onError: (error) => this.#runner!.report(error),
    });
    this.#kind = kindOf(submitter);
    const acceptors = new Acceptors(send);
    acceptors.add('somebody', () => {});
    acceptors.add('broken', () => {
      throw new Error('expected of an acceptor');
    });
    const others = this.#storm.extension?.begin(this, send) ?? [];
    this.#runner = new JobRunner(
      endpoint,
      { run: (which: number) => this.#run(which) },
      [
        ...others,
        receiver<PoolToSubmitter>(submitter, poolToSubmitter),
        receiver<PoolToAcceptor>(acceptors, poolToAcceptor),
      ],
      {
        host: this.clock,
        beforeResult: () => this.#storm.extension?.beforeResult(this),
        notSubmitted: (id, error) => submitter.notSubmitted(id, error),
        notSent: (call, error) => this.#storm.extension?.notSent(this, call, error),
      },
    );
  }

  #run(which: number): unknown {
    const { plan } = this.#storm.subjects[which]!;
    const execution = this.#storm.begin(which, this);
    this.#storm.extension?.work(this);
    if (plan.kind === 'steps') return this.#steps(plan, execution);
    if (plan.kind === 'later' || plan.kind === 'nest') return this.#waits(plan, execution);
    this.thread.spend(plan.cost);
    execution.end = this.thread.now();
    if (plan.kind === 'crash') {
      void this.#runner!.stop(); // the rest of this turn does not happen
      this.crash(this.thread.now());
    }
    if (plan.kind === 'fail') throw new Error('expected');
    return which;
  }

  *#steps({ cost, steps }: Plan, execution: Execution): Generator<undefined, void> {
    try {
      for (let step = 0; step < steps; step++) {
        this.thread.spend(cost);
        yield;
      }
    } finally {
      execution.end = this.thread.now();
    }
  }

  async #waits({ awaits, children, cost, delay }: Plan, execution: Execution): Promise<void> {
    this.thread.spend(cost);
    const results = children.flatMap((child) => {
      const args: [which: number] = [this.#storm.subject(child)];
      if (!awaits && this.#storm.odds(0.3)) {
        this.#kind!.post(args, child.options);
        return [];
      }
      const task = this.#kind!.submit(args, child.options);
      const earlier = this.#submitted.at(-1 - this.#storm.below(4));
      this.#submitted.push(task);
      const shared = earlier !== undefined && this.#storm.odds(0.2) ? [earlier.result] : [];
      return this.#storm.odds(0.8) || awaits ? [...shared, task.result] : shared;
    });
    if (awaits) await Promise.allSettled(results);
    else for (const result of results) result.catch(() => {});
    await new Promise<void>((resolve) => this.thread.at(this.thread.now() + delay, resolve));
    execution.end = this.thread.now();
  }
}

/** Returns the kind of all tasks of a storm, for a thread that submits them. */
export function kindOf(
  pool: ConstructorParameters<typeof TaskKind>[0]['receiver'],
): TaskKind<(which: number) => unknown> {
  return new TaskKind({ receiver: pool, names: ['run'], traces: false }, 'run', {});
}
