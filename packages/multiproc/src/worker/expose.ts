import { type Endpoint, endpointOfParent } from '../channel/endpoint.ts';
import type { TaskFunction } from './job.ts';
import { JobRunner } from './job-runner.ts';

/** What a worker's module offers, for the types of who calls it, and to run it in the calling thread where there are no workers. */
export interface Exposed<Functions> {
  readonly functions: Functions;
  /** Serves a channel from this thread. @internal */
  serve(endpoint: Endpoint): void;
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
  const serve = (endpoint: Endpoint): void => void new JobRunner(endpoint, functions);
  const parent = endpointOfParent();
  if (parent !== undefined) serve(parent);
  return { functions, serve };
}
