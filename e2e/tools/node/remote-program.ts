import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root as here } from '../repository.mjs';

/** What a program can be asked: functions of one input, by their names. */
type Requests = Readonly<Record<string, (input: never) => unknown>>;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A program in a process of its own that answers what it is asked. */
export class RemoteProgram<R extends Requests> {
  #process: ChildProcess;
  #waiting: Map<number, Waiting> = new Map();
  #asked = 0;

  /** `path` of what {@link buildPrograms} has built. */
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
      for (const { reject } of this.#waiting.values()) reject(new Error('Ask a program: it has ended'));
    });
  }

  /** Rejects with an Error if the program ends before it has answered. */
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

/**
 * Builds modules for Node with all of ours that they import, minified, and returns their paths by the same names. `sources` are paths in
 * the repository; `root` is its working tree, by default this one.
 */
export async function buildPrograms<Name extends string>(
  folder: string,
  sources: Readonly<Record<Name, string>>,
  root: string = here,
): Promise<Readonly<Record<Name, string>>> {
  const outdir = join(root, 'node_modules/.cache', folder);
  await build({
    absWorkingDir: root,
    entryPoints: sources,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    external: ['ws', 'koffi', 'socket.io', 'socket.io-client'],
  });
  const paths = Object.keys(sources).map((name) => [name, join(outdir, `${name}.mjs`)]);
  return Object.fromEntries(paths) as Record<Name, string>;
}
