import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, defaultServerConditions } from 'vite';
import type { Series } from '../pages/bench/contest.ts';

/**
 * Makes the figure of an address such as `?figure=queue&sizes=100` in a Node process of its own, from the code that
 * also runs in the page, built and minified.
 *
 * @throws Error where the process fails, with what it printed.
 */
export async function figureInNode(address: string): Promise<readonly Series[]> {
  const flags = address.includes('figure=bytes') ? countingFlags : [];
  const bundle = pathToFileURL(await (bundled ??= bundleFigures())).href;
  const started = promisify(execFile)(
    process.execPath,
    [...flags, '--input-type=module', '-e', program, bundle, address],
    { maxBuffer: 2 ** 28 },
  );
  const { stdout } = await started.catch((error: { readonly stderr: string }) => {
    throw new Error(`Make the figure ${address} in Node: ${error.stderr}`);
  });
  return JSON.parse(stdout) as readonly Series[];
}

// While bytes are counted, a young generation of 512 MiB holds all that a figure allocates. Where times are taken it would
// be unfair to whoever allocates: none of his memory would ever be in a cache.
const countingFlags = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512'];

// What Node prints of an uncaught error begins with its line, and the bundle is one line.
const program = `
  const [bundle, address] = process.argv.slice(1);
  const { runFigure } = await import(bundle);
  try {
    process.stdout.write(JSON.stringify(await runFigure(address)));
  } catch (error) {
    process.stderr.write(error.stack);
    process.exitCode = 1;
  }
`;

let bundled: Promise<string> | undefined;

async function bundleFigures(): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const outDir = join(root, 'node_modules/.cache/e2e-bench');
  await build({
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, resolve: { conditions: ['@doha/source', ...defaultServerConditions] } },
    build: {
      ssr: 'e2e/pages/bench/run-figure.ts',
      outDir,
      emptyOutDir: true,
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'run-figure.mjs' } },
    },
  });
  return join(outDir, 'run-figure.mjs');
}
