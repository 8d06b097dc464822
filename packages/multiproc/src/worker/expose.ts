import { type Endpoint, endpointOfParent } from '../channel/endpoint.ts';
import type { Tell } from '../channel/telegraph.ts';
import { Participant } from '../state/participant.ts';
import { type CentralNews, Site } from '../state/site.ts';
import { TaskKind } from '../crew/task-kind.ts';
import type { SubmitOptions } from '../crew/remote-task.ts';
import { Acceptors, type ConnectorNews } from './acceptors.ts';
import { Delegation, type DelegationNews } from './delegation.ts';
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
  constructor(functions: Functions, line: Line = {}) {
    const onError = (error: unknown): void => line.runner?.report(error);
    const tell: Tell<CentralNews & DelegationNews & ConnectorNews> = (...told) => line.runner?.tell(...told);
    const site = new Site(tell, onError);
    super(site);
    this.functions = functions;
    this.#line = line;
    this.#site = site;
    this.#delegation = new Delegation({ tell, onError });
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

  /** Serves the thread at the other end of a channel, from now on that one only. Returns what ends that. @internal */
  serve(endpoint: Endpoint): () => void {
    const functions = this.functions as Readonly<Record<string, TaskFunction>>;
    this.#listeners.clear();
    const receivers = [...this.#site.receivers, this.#delegation, this.#listeners, this.#acceptors];
    const runner = new JobRunner(endpoint, functions, receivers);
    this.#line.runner = runner;
    return () => {
      runner.stop();
      if (this.#line.runner === runner) delete this.#line.runner;
    };
  }
}

/** The way to the thread that started this one, once there is one. */
interface Line {
  runner?: JobRunner;
}

/**
 * Offers functions to the thread that started this worker: they are the tasks that can be submitted to it, by name. To be called once, when
 * the module is loaded.
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
