import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { root } from '../repository.mjs';

/** Modules that are built for Node, with all that they import, and used in processes of their own. */
export class ModulesInNode {
  #folder: string;
  #paths: readonly string[];
  #built: Promise<unknown> | undefined;

  /** `name` of the folder for what is built, and paths from the root of the project. */
  constructor(name: string, paths: readonly string[]) {
    this.#folder = join(root, 'node_modules/.cache', name);
    this.#paths = paths;
  }

  /** Calls a function of a module in a new process, with a last argument that starts workers of another module. */
  async call<Answer>(
    { module, name, worker }: { module: string; name: string; worker: string },
    input: readonly unknown[],
  ): Promise<Answer> {
    await (this.#built ??= this.#build());
    const address = pathToFileURL(join(this.#folder, `${module}.mjs`)).href;
    const workerPath = join(this.#folder, `${worker}.mjs`);
    const args = ['--input-type=module', '-e', program, address, name, JSON.stringify(input), workerPath];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 });
    return JSON.parse(stdout) as Answer;
  }

  #build(): Promise<unknown> {
    return build({
      entryPoints: Object.fromEntries(
        this.#paths.map((path) => [basename(path, '.ts'), join(root, path)] as const),
      ),
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@doha/source'],
      outdir: this.#folder,
      outExtension: { '.js': '.mjs' },
    });
  }
}

const program = `
  import { Worker } from 'node:worker_threads';
  const [module, name, input, worker] = process.argv.slice(1);
  const { [name]: run } = await import(module);
  const spawn = () => new Worker(worker, { execArgv: [] });
  process.stdout.write(JSON.stringify(await run(...JSON.parse(input), spawn)));
`;
