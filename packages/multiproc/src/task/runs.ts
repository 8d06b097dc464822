import type { ArgumentsOf } from '../transport/remote-methods.ts';
import { callSite } from './call-site.ts';
import type { SubmitOptions } from './remote-task.ts';
import { type ResultOf, TaskKind, type TaskKindOptions } from './task-kind.ts';

/** Runs exposed functions by name. Each function has one task kind without defaults, which is made at its first run. */
export class Runs {
  #options: TaskKindOptions;
  #kinds: Map<string, TaskKind<never>> = new Map(); // by the name of the function

  constructor(options: TaskKindOptions) {
    this.#options = options;
  }

  /**
   * Must be called directly by a method that the application calls, because traces name the line of
   * the application's call. Throws a RangeError if there is no such function.
   */
  run<F>(
    name: string,
    args: Readonly<ArgumentsOf<F>>,
    options: Readonly<SubmitOptions> | undefined,
  ): Promise<ResultOf<F>> {
    const origin = this.#options.traces ? callSite('submitted', 2) : undefined;
    return this.#kindOf<F>(name).runFrom(origin, args, options);
  }

  #kindOf<F>(name: string): TaskKind<F> {
    let kind = this.#kinds.get(name) as TaskKind<F> | undefined;
    if (kind === undefined) {
      kind = new TaskKind<F>(this.#options, name, {}, submittedByRun);
      this.#kinds.set(name, kind);
    }
    return kind;
  }
}

const submittedByRun = (): string => 'submitted by run';
