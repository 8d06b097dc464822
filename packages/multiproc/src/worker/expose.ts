import { type Endpoint, endpointOfParent } from '../channel/endpoint.ts';
import { NONE } from '../channel/envelope.ts';
import type { Tell } from '../channel/telegraph.ts';
import { Participant } from '../state/participant.ts';
import { type CentralNews, Site } from '../state/site.ts';
import { TaskKind } from '../crew/task-kind.ts';
import type { SubmitOptions } from '../crew/remote-task.ts';
import { Acceptors, type ConnectorNews } from './acceptors.ts';
import { Delegation, type DelegationNews } from './delegation.ts';
import { afterHello } from './after-hello.ts';
import type { TaskFunction } from './job.ts';
import { JobRunner } from './job-runner.ts';
import { Listeners } from './listeners.ts';

/** What a worker's module offers, and its part in what all threads share. */
export class Exposed<Functions> extends Participant {
  readonly functions: Functions;
  #line: Line;
  #site: Site;
  #delegation: Delegation;
  #listeners: Listeners;
  #acceptors: Acceptors;

  /** @internal */
  constructor(functions: Functions, line: Line = new Line()) {
    const onError = (error: unknown): void => line.use((runner) => runner.report(error));
    const tell: Tell<CentralNews & DelegationNews & ConnectorNews> = (...told) =>
      line.use((runner) => runner.tell(...told));
    const site = new Site(tell, onError);
    super(site);
    this.functions = functions;
    this.#line = line;
    this.#site = site;
    this.#delegation = new Delegation({ tell, running: () => line.runner?.running ?? NONE, onError });
    this.#acceptors = new Acceptors(tell);
    this.#listeners = new Listeners({
      functions: functions as Functions & Readonly<Record<string, TaskFunction>>,
      subscribe: (topic, subscriber) => site.subscribe(topic, subscriber),
      onError,
    });
  }

  /**
   * A kind of task for any worker, submitted from this one: it goes through the same scheduler as all others. Throws a RangeError if there is
   * no function of this name.
   */
  task<Name extends keyof Functions & string>(
    name: Name,
    defaults: Readonly<SubmitOptions> = {},
  ): TaskKind<Functions[Name]> {
    const names = Object.keys(this.functions as object);
    return new TaskKind({ taker: this.#delegation, names, traces: false }, name, defaults);
  }

  /** Takes the channels that `connect` of a worker opens under a name. Throws a RangeError if those of this name are accepted already. */
  accept(name: string, acceptor: (port: MessagePort) => void): void {
    this.#acceptors.add(name, acceptor);
  }

  /**
   * Serves the pool at the other end of a channel, from its hello on and from then on that one only. Returns what ends that. @internal
   */
  serve(endpoint: Endpoint): () => void {
    let runner: JobRunner | undefined;
    let isStopped = false;
    afterHello(endpoint, (channel) => {
      if (!isStopped) runner = this.#begin(channel);
    });
    return () => {
      isStopped = true;
      runner?.stop();
      if (runner === undefined || this.#line.runner !== runner) return;
      this.#line.runner = undefined;
      this.#site.close();
      this.#delegation.close(new Error('the pool has ended this worker'));
    };
  }

  #begin(endpoint: Endpoint): JobRunner {
    const functions = this.functions as Readonly<Record<string, TaskFunction>>;
    this.#listeners.clear();
    const receivers = [...this.#site.receivers, this.#delegation, this.#listeners, this.#acceptors];
    const runner = new JobRunner(endpoint, functions, receivers);
    this.#delegation.open();
    this.#line.open(runner);
    return runner;
  }
}

/** The way to the pool. Before the first hello messages wait. */
class Line {
  /** Undefined while there is no pool. */
  runner: JobRunner | undefined;
  #early: ((runner: JobRunner) => void)[] | undefined = [];

  use(action: (runner: JobRunner) => void): void {
    if (this.runner === undefined) this.#early?.push(action);
    else action(this.runner);
  }

  open(runner: JobRunner): void {
    this.runner = runner;
    for (const action of this.#early ?? []) action(runner);
    this.#early = undefined;
  }
}

/**
 * Offers functions to the pool that started this worker: they are the tasks that can be submitted to it, by name. To be called once, when
 * the module is loaded. In a thread that no pool has started it sends nothing.
 *
 * ```ts
 * export const worker = expose({ traceRow(y: number): Float32Array { … } });
 * ```
 */
export function expose<Functions extends Readonly<Record<string, TaskFunction>>>(
  functions: Functions,
): Exposed<Functions> {
  const exposed = new Exposed(functions);
  const parent = endpointOfParent();
  if (parent !== undefined) exposed.serve(parent);
  return exposed;
}
