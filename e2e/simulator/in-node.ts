import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Plan, Run } from '../pages/simulator/measure-runs.ts';
import type { Known, Predicted, Wanted } from '../pages/simulator/predict-runs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outdir = join(root, 'node_modules/.cache/e2e-simulator');

/** Runs `measureRuns` in a Node process of its own, with workers of Node, from built code. */
export function measureInNode(plan: Plan): Promise<Run[]> {
  return inNode('measure-runs', 'measureRuns', [plan]);
}

/** Runs `predictRuns` in such a process. */
export function predictInNode(known: Known, wanted: readonly Wanted[]): Promise<Predicted> {
  return inNode('predict-runs', 'predictRuns', [known, wanted]);
}

const program = `
  import { Worker } from 'node:worker_threads';
  const [module, name, input, worker] = process.argv.slice(1);
  const { [name]: run } = await import(module);
  const spawn = () => new Worker(worker, { execArgv: [] });
  process.stdout.write(JSON.stringify(await run(...JSON.parse(input), spawn)));
`;

async function inNode<Answer>(module: string, name: string, input: readonly unknown[]): Promise<Answer> {
  await (bundled ??= bundle());
  const address = pathToFileURL(join(outdir, `${module}.mjs`)).href;
  const worker = join(outdir, 'steps.worker.mjs');
  const args = ['--input-type=module', '-e', program, address, name, JSON.stringify(input), worker];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as Answer;
}

let bundled: Promise<unknown> | undefined;

function bundle(): Promise<unknown> {
  const modules = ['measure-runs', 'predict-runs', 'steps.worker'];
  return build({
    entryPoints: modules.map((module) => join(root, `e2e/pages/simulator/${module}.ts`)),
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    outdir,
    outExtension: { '.js': '.mjs' },
  });
}
