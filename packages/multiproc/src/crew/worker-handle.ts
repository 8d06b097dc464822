import type { Crew } from './crew.ts';
import { RemoteTask } from './remote-task.ts';
import type { ArgumentsOf } from '../channel/telegraph.ts';
import type { Functions, ResultOf } from './task-kind.ts';

/** Goes before all tasks. */
const most = Number.MAX_VALUE;

/** One of the workers. */
export interface WorkerHandle<F extends Functions> {
  /**
   * Calls a function in this worker, past the scheduler and before all tasks that wait there. Resolves to what it gives; rejects if it fails,
   * or with a WorkerLostError.
   */
  readonly call: <Name extends keyof F & string>(
    name: Name,
    ...args: ArgumentsOf<F[Name]>
  ) => Promise<ResultOf<F[Name]>>;
  /** Ends this worker at once, whatever it does, as if it had crashed: another one takes its place. Returns whether there was one. */
  readonly terminate: () => boolean;
}

export function handleOf<F extends Functions>(crew: Crew, index: number): WorkerHandle<F> {
  return {
    async call(name, ...args) {
      const task = new RemoteTask<ResultOf<F[typeof name]>>(crew, name, args, { priority: most }, true);
      crew.call(index, task);
      const outcome = await task.result;
      return (outcome as { value: ResultOf<F[typeof name]> }).value;
    },
    terminate() {
      const member = crew.members.get(index);
      if (member !== undefined) crew.lose(member, new Error('it was terminated'));
      return member !== undefined;
    },
  };
}
