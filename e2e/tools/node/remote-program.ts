import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** The requests that a program answers: functions with one parameter, by their names. */
type Requests = Readonly<Record<string, (input: never) => unknown>>;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A program in a separate process that answers requests. */
export class RemoteProgram<R extends Requests> {
  #process: ChildProcess;
  #waiting: Map<number, Waiting> = new Map();
  #asked = 0;

  /** `path`: path of a module that Node can run. */
  constructor(
    path: string,
    { args, flags }: { readonly args: readonly string[]; readonly flags: readonly string[] },
  ) {
    this.#process = fork(path, args, { execArgv: [...flags], serialization: 'advanced' });
    this.#process.on('message', ({ answer, number }: { number: number; answer: unknown }) => {
      this.#waiting.get(number)?.resolve(answer);
      this.#waiting.delete(number);
    });
    this.#process.on('exit', () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error('Ask a program: it must be running, but it has ended'));
    });
  }

  /** Rejects with an Error if the program ends before its answer. */
  ask<Name extends keyof R & string>(
    name: Name,
    input: Parameters<R[Name]>[0],
  ): Promise<Awaited<ReturnType<R[Name]>>> {
    const number = this.#asked++;
    this.#process.send({ number, name, input });
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve: resolve as (answer: unknown) => void, reject });
    });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.kill();
    await once(this.#process, 'exit');
  }
}
