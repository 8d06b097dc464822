import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../repository.mjs';
import { bundleForNode } from './bundle-for-node.mjs';

/** Modules that are bundled for Node and called in new processes. */
export class ModulesInNode {
  #folder: string;
  #modules: Readonly<Record<string, string>>;
  #built: Promise<Readonly<Record<string, string>>> | undefined;

  /** `name`: name of the folder of the bundles; `paths`: paths from the root of the repository. */
  constructor(name: string, paths: readonly string[]) {
    this.#folder = `${root}node_modules/.cache/${name}`;
    this.#modules = Object.fromEntries(paths.map((path) => [basename(path, '.ts'), root + path]));
  }

  /**
   * Calls the function `name` of `module` in a new process, and resolves with its result. The function gets the values of `input`, then a function that
   * starts a worker from the module `worker`.
   */
  async call<Answer>(
    { module, name, worker }: { module: string; name: string; worker: string },
    input: readonly unknown[],
  ): Promise<Answer> {
    const paths = await (this.#built ??= bundleForNode(this.#folder, this.#modules));
    const address = pathToFileURL(paths[module]!).href;
    const args = ['--input-type=module', '-e', program, address, name, JSON.stringify(input), paths[worker]!];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 });
    return JSON.parse(stdout) as Answer;
  }
}

const program = `
  import { Worker } from 'node:worker_threads';
  const [module, name, input, worker] = process.argv.slice(1);
  const { [name]: run } = await import(module);
  const spawn = () => new Worker(worker, { execArgv: [] });
  process.stdout.write(JSON.stringify(await run(...JSON.parse(input), spawn)));
`;
