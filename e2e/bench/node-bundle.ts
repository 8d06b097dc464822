import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, defaultServerConditions } from 'vite';
import type { Series } from './pages/contest.ts';

export interface NodeBundleOptions {
  /** Its folder in the cache. */
  readonly name: string;
  /** Modules, as paths from the root, by their names in the bundle; one is `main`, which exports `runFigure`. */
  readonly input: Readonly<Record<string, string>>;
  /** Packages that are not bundled, since they look for files of their own beside themselves. */
  readonly external?: string[];
  /** The working tree of the repository that is bundled. */
  readonly root: string;
}

/** How a process is started. */
export interface NodeOptions {
  /** Of Node itself. */
  readonly flags?: readonly string[];
  /** Words before the command. */
  readonly prefix?: readonly string[];
}

const script = fileURLToPath(new URL('figure-process.mjs', import.meta.url));

/** Figures that are made in Node processes of their own, from the code that also runs in pages, built and minified. */
export class NodeBundle {
  #options: NodeBundleOptions;
  #built: Promise<string> | undefined;

  constructor(options: NodeBundleOptions) {
    this.#options = options;
  }

  /**
   * Makes the figure of an address such as `?figure=queue&sizes=100`.
   *
   * @throws Error where the process fails, with what it printed.
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
    const { name, input, external = [], root } = this.#options;
    const outDir = join(root, 'node_modules/.cache', name);
    await build({
      configFile: false,
      root,
      mode: 'production',
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: {
        noExternal: true,
        external,
        resolve: { conditions: ['@doha/source', ...defaultServerConditions] },
      },
      build: {
        ssr: true,
        outDir,
        emptyOutDir: true,
        minify: true,
        rolldownOptions: {
          input,
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    });
    return join(outDir, 'main.mjs');
  }
}
