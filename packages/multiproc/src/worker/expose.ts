import { type Endpoint, endpointOfParent } from '../channel/endpoint.ts';
import { Participant } from '../state/participant.ts';
import { type CentralNews, Site } from '../state/site.ts';
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
    const site = new Site(centralAt(line), (error) => line.runner?.loop.reportError(error));
    super(site);
    this.functions = functions;
    this.#line = line;
    this.#site = site;
    this.#delegation = new Delegation({
      tell: (...told) => line.runner!.tell(...told),
      onError: (error) => line.runner?.loop.reportError(error),
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
    if (!names.includes(name)) {
      throw new RangeError(`task: the workers must expose ${name}, and expose ${names.join(', ')}`);
    }
    return new TaskKind(this.#delegation, name, defaults);
  }

  /** Serves the thread at the other end of a channel, from now on that one only. @internal */
  serve(endpoint: Endpoint): void {
    const functions = this.functions as Readonly<Record<string, TaskFunction>>;
    this.#line.runner = new JobRunner(endpoint, functions, [this.#site, this.#delegation]);
  }
}

/** The way to the thread that started this one, once there is one. */
interface Line {
  runner?: JobRunner;
}

function centralAt(line: Line): CentralNews {
  const tell =
    (name: keyof CentralNews) =>
    (...args: readonly unknown[]): void =>
      line.runner!.tell(name, args);
  return {
    announce: tell('announce'),
    subscribe: tell('subscribe'),
    unsubscribe: tell('unsubscribe'),
    wantIds: tell('wantIds'),
  };
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
