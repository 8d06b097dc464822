import { type Endpoint, endpointOfParent } from '../channel/endpoint.ts';
import { Participant } from '../state/participant.ts';
import { type CentralNews, Site } from '../state/site.ts';
import type { TaskFunction } from './job.ts';
import { JobRunner } from './job-runner.ts';

/** What a worker's module offers, and its part in what all threads share. */
export class Exposed<Functions> extends Participant {
  readonly functions: Functions;
  #line: Line;
  #site: Site;

  /** @internal */
  constructor(functions: Functions, line: Line = {}) {
    const site = new Site(centralAt(line), (error) => line.runner?.loop.reportError(error));
    super(site);
    this.functions = functions;
    this.#line = line;
    this.#site = site;
  }

  /** Serves the thread at the other end of a channel, from now on that one only. @internal */
  serve(endpoint: Endpoint): void {
    this.#line.runner = new JobRunner(
      endpoint,
      this.functions as Readonly<Record<string, TaskFunction>>,
      this.#site,
    );
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
