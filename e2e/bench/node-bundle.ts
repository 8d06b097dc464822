import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildForNode, type NodeBuildOptions } from '../tools/node/build-for-node.ts';
import type { Series } from './pages/contest.ts';

/** `input.main` exports `runFigure`. */
export type NodeBundleOptions = Omit<NodeBuildOptions, 'define'>;

/** Options of a Node process. */
export interface NodeOptions {
  /** Options of Node itself. */
  readonly flags?: readonly string[];
  /** A command that starts Node, such as `taskset -c 0`, as separate words. */
  readonly prefix?: readonly string[];
}

const script = fileURLToPath(new URL('figure-process.mjs', import.meta.url));

/**
 * Measures figures in new Node processes, from a minified build of the code that also runs in
 * pages.
 */
export class NodeBundle {
  #options: NodeBundleOptions;
  #built: Promise<string> | undefined;

  constructor(options: NodeBundleOptions) {
    this.#options = options;
  }

  /**
   * Measures the figure of an address such as `?figure=queue&sizes=100`.
   *
   * @throws Error if the process fails. The message contains its error output.
   */
  async figure(address: string, { flags = [], prefix = [] }: NodeOptions = {}): Promise<readonly Series[]> {
    const bundle = await (this.#built ??= this.#build());
    const [command, ...args] = [...prefix, process.execPath, ...flags, script, bundle, address];
    const started = promisify(execFile)(command, args, { maxBuffer: 2 ** 28 });
    const { stdout } = await started.catch((error: { readonly stderr: string }) => {
      throw new Error(`Make the figure ${address} in Node: ${error.stderr}`);
    });
    return JSON.parse(stdout) as readonly Series[];
  }

  async #build(): Promise<string> {
    const define = { 'process.env.NODE_ENV': '"production"' };
    return join(await buildForNode({ ...this.#options, define }), 'main.mjs');
  }
}
