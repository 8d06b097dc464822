import type { PoolToListener } from '../pubsub/listen-messages.ts';
import type { Subscriber } from '../pubsub/subscriptions.ts';
import { mustBe } from '@doha/loop/options';
import { checkName } from '../task/task-kind.ts';
import { generatorKind } from './generator-kind.ts';
import type { TaskFunction } from '../task/task-function.ts';

export interface ListenersOptions {
  readonly functions: Readonly<Record<string, TaskFunction>>;
  readonly subscribe: (topic: string, subscriber: Subscriber) => () => void;
  /** Told that a request to listen was read. */
  readonly listening: (topic: string) => void;
  /** Told of what the functions throw. */
  readonly onError: (error: unknown) => void;
}

/** Functions of a worker that are called with what is published. */
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
      this.#options.listening(topic); // the thread that asked waits for it
    }
  }

  #listen(number: number, topic: string, name: string): void {
    const { functions, onError, subscribe } = this.#options;
    checkName('subscribe', name, Object.keys(functions)); // that of the pool may have another one
    const body = functions[name] as (value: unknown) => unknown;
    const call = async (value: unknown): Promise<unknown> => checkResult(name, body(value));
    this.#undo.set(
      number,
      subscribe(topic, (value) => void call(value).catch(onError)),
    );
  }

  /** Another thread is served from now on. */
  clear(): void {
    for (const undo of this.#undo.values()) undo();
    this.#undo.clear();
  }

  unlisten(number: number): void {
    this.#undo.get(number)?.();
    this.#undo.delete(number);
  }
}

// Nothing makes the steps of a generator here.
function checkResult(name: string, result: unknown): unknown {
  if (generatorKind(result) === undefined) return result;
  throw new TypeError(mustBe(`subscribe: the result of ${name}`, 'a value or a promise', result));
}
