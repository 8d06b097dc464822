import { checkFunction, checkKind } from '@doha/loop/options';
import type { ArgumentsOf } from '../channel/telegraph.ts';
import type { Crew } from './crew.ts';
import { RemoteTask } from './remote-task.ts';
import { checkName, type Functions, type ResultOf } from './task-kind.ts';

/** Goes before all tasks. */
const most = Number.MAX_VALUE;

/** One of the workers, and after it was lost the one in its place. */
export class WorkerHandle<F extends Functions> {
  /** Counted from 0. */
  readonly index: number;
  #crew: Crew;
  #names: readonly string[];

  /** `names`: the functions that there are. @internal */
  constructor(crew: Crew, index: number, names: readonly string[]) {
    this.#crew = crew;
    this.index = index;
    this.#names = names;
  }

  /**
   * Calls a function in this worker, past the scheduler and before all tasks that wait there. Resolves to what it gives; rejects if it fails,
   * or with a WorkerLostError. Who does not wait for it is not told that. Throws a RangeError if there is no such function.
   */
  call<Name extends keyof F & string>(name: Name, ...args: ArgumentsOf<F[Name]>): Promise<ResultOf<F[Name]>> {
    checkName('call', name, this.#names);
    const task = new RemoteTask<ResultOf<F[Name]>>(
      { owner: this.#crew, name },
      args,
      { priority: most },
      true,
    );
    const { result } = task; // somebody waits for it from the beginning: nobody else is to be told of a failure
    this.#crew.call(this.index, task);
    const value = result.then((outcome) => (outcome as { value: ResultOf<F[Name]> }).value);
    value.catch(() => {}); // else it would end a program of Node
    return value;
  }

  /**
   * Has this worker call a function with what is published under a topic, and the one that takes its place when it is lost. Returns the undo:
   * what is published before the worker knows of it is still heard. Throws a RangeError if there is no such function.
   */
  subscribe<Name extends keyof F & string>(topic: string, name: Name): () => void {
    checkKind('subscribe: topic', typeof topic === 'string', 'a string', topic);
    checkName('subscribe', name, this.#names);
    return this.#crew.orders.add({ index: this.index, topic, name });
  }

  /**
   * Opens a channel to who accepts those of this name in this worker. `lost` is told, once, why nobody is at its other end: nobody accepts
   * it, the worker has closed it (in Node and Chromium), or a WorkerLostError. Close the port when it is not needed any more.
   */
  connect(name: string, lost: (reason: Error) => void): MessagePort {
    checkKind('connect: name', typeof name === 'string', 'a string', name);
    checkFunction('connect: lost', lost);
    return this.#crew.connect(this.index, name, lost);
  }

  /** Ends this worker at once, whatever it does, as if it had crashed: another one takes its place. Returns whether there was one. */
  terminate(): boolean {
    const member = this.#crew.members.get(this.index);
    if (member !== undefined) this.#crew.lose(member, new Error('it was terminated'));
    return member !== undefined;
  }
}
