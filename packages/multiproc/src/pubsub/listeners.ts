import type { PoolToListener } from './listen-messages.ts';
import type { Subscriber } from './subscriptions.ts';
import { mustBe } from '@doha/loop/options';
import { checkName } from '../task/task-kind.ts';
import { generatorKind } from '../worker/generator-kind.ts';
import type { TaskFunction } from '../task/task-function.ts';

export interface ListenersOptions {
  readonly functions: Readonly<Record<string, TaskFunction>>;
  readonly subscribe: (topic: string, subscriber: Subscriber) => () => void;
  /** Called when a request to subscribe was handled, also if it failed. */
  readonly listening: (topic: string) => void;
  /** Receives errors of the functions. */
  readonly onError: (error: unknown) => void;
}

/**
 * The functions of this worker that are called with the values of topics, as
 * `proc.worker(i).subscribe` requests.
 */
export class Listeners implements PoolToListener {
  #options: ListenersOptions;
  #undo: Map<number, () => void> = new Map();

  constructor(options: ListenersOptions) {
    this.#options = options;
  }

  listen(number: number, topic: string, name: string): void {
    try {
      this.#listen(number, topic, name);
    } finally {
      this.#options.listening(topic); // the pool waits for the confirmation
    }
  }

  #listen(number: number, topic: string, name: string): void {
    const { functions, onError, subscribe } = this.#options;
    checkName('subscribe', name, Object.keys(functions)); // the module of the worker may differ from that of the pool
    const body = functions[name] as (value: unknown) => unknown;
    const call = async (value: unknown): Promise<unknown> => checkResult(name, body(value));
    this.#undo.set(
      number,
      subscribe(topic, (value) => void call(value).catch(onError)),
    );
  }

  /** Ends all subscriptions, because another pool is served from now on. */
  clear(): void {
    for (const undo of this.#undo.values()) undo();
    this.#undo.clear();
  }

  unlisten(number: number): void {
    this.#undo.get(number)?.();
    this.#undo.delete(number);
  }
}

// A generator is an error, because no code would run its steps.
function checkResult(name: string, result: unknown): unknown {
  if (generatorKind(result) === undefined) return result;
  throw new TypeError(mustBe(`subscribe: the result of ${name}`, 'a value or a promise', result));
}
