import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildForNode } from '../../tools/node/build-for-node.ts';
import { root } from '../../tools/repository.mjs';

/**
 * Runs the study of a query string such as `?study=replication&things=100` in a new Node process,
 * with the same code as in the page, built and minified. `prefix` is put before the command, such
 * as `taskset -c 0`.
 *
 * @throws Error with the output of the process if it fails.
 */
export async function runInNode<Report>(query: string, prefix: readonly string[] = []): Promise<Report> {
  const folder = await (bundled ??= bundleStudies());
  const [command, ...args] = [...prefix, process.execPath, '--expose-gc', program, folder, query];
  const started = promisify(execFile)(command, args, { maxBuffer: 2 ** 28 });
  const { stdout } = await started.catch((error: { readonly stderr: string }) => {
    throw new Error(`Run the study ${query} in Node: ${error.stderr}`);
  });
  return JSON.parse(stdout) as Report;
}

const program = fileURLToPath(new URL('study-in-node.mjs', import.meta.url));
let bundled: Promise<string> | undefined;

function bundleStudies(): Promise<string> {
  const pages = join(root, 'e2e/lab/cores/pages');
  const modules = ['run-study.ts', ...readdirSync(pages).filter((name) => name.endsWith('.worker.ts'))];
  const input = Object.fromEntries(modules.map((name) => [name.replace(/\.ts$/, ''), join(pages, name)]));
  return buildForNode({ name: 'e2e-many-cores', input, root });
}
