import { type Endpoint, endpointOfParent } from '../channel/endpoint.ts';
import { Participant } from '../state/participant.ts';
import { Site } from '../state/site.ts';
import { TaskKind } from '../crew/task-kind.ts';
import type { SubmitOptions } from '../crew/remote-task.ts';
import { Delegation } from './delegation.ts';
import type { TaskFunction } from './job.ts';
import { JobRunner } from './job-runner.ts';

/** What a worker's module offers, and its part in what all threads share. */
export class Exposed<Functions> extends Participant {
  readonly functions: Functions;
  #line: Line;
  #site: Site;
  #delegation: Delegation;

  /** @internal */
  constructor(functions: Functions, line: Line = {}) {
    const report = (error: unknown): void => line.runner?.report(error);
    const site = new Site((...told) => line.runner!.tell(...told), report);
    super(site);
    this.functions = functions;
    this.#line = line;
    this.#site = site;
    this.#delegation = new Delegation({
      tell: (...told) => line.runner!.tell(...told),
      onError: report,
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
    return new TaskKind(this.#delegation, Object.keys(this.functions as object), name, defaults);
  }

  /** Serves the thread at the other end of a channel, from now on that one only. @internal */
  serve(endpoint: Endpoint): void {
    const functions = this.functions as Readonly<Record<string, TaskFunction>>;
    this.#line.runner = new JobRunner(endpoint, functions, [...this.#site.receivers, this.#delegation]);
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
