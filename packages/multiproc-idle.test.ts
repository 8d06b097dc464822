import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleForNode } from './bundle-for-node.ts';

// Each test runs a Node program with a pool. Most of the programs neither close nor dispose of the
// pool. A program that does not end by itself fails its test after a minute.

const run = promisify(execFile);
let folder: string;
let modules: Readonly<Record<'multiproc' | 'shared' | 'worker', string>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doha-idle-'));
  const bundled = async (path: string): Promise<string> => pathToFileURL(await bundleForNode(path)).href;
  modules = {
    multiproc: await bundled('packages/multiproc/src/index.ts'),
    shared: await bundled('packages/multiproc/src/shared.ts'),
    worker: await bundled('e2e/tests/browser/multiproc/pages/samples.worker.ts'),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `code` in a program with a pool `proc`, and returns the output. The pool has one worker unless `options` sets the number. */
async function outputOf(code: string, options = ''): Promise<string> {
  const path = join(folder, 'program.mjs');
  const program = `
    import { Worker } from 'node:worker_threads';
    import { MultiProc } from '${modules.multiproc}';
    import { share } from '${modules.shared}';
    import { samples } from '${modules.worker}';
    const spawn = () => new Worker(new URL('${modules.worker}'));
    const proc = await MultiProc.start({ workers: 1, spawn, ${options} });
    ${code}`;
  writeFileSync(path, program);
  return (await run(process.execPath, [path], { timeout: 60_000 })).stdout;
}

const sayLater = "proc.run('later', [200, 'done']).then(console.log);";

test.each([
  ['has done nothing', '', ''],
  ['has ended its tasks', "console.log(await proc.run('add', [1, 1]));", '2'],
  ['has an unfinished task', sayLater, 'done'],
  ['has an unfinished call', "proc.worker(0).call('later', [200, 'done']).then(console.log);", 'done'],
  [
    'has a submitted task that waits for a nested one',
    "proc.task('runFrom').submit(['later', [200, 'done']]).result.then(({ value }) => console.log(value));",
    'done',
  ],
  ['is closing', `${sayLater} await proc.close(); console.log('closed');`, 'done\nclosed'],
  ['was disposed of', "proc.dispose(); console.log('disposed');", 'disposed'],
  ['has lost its worker', "proc.worker(0).terminate(); console.log('lost');", 'lost'],
  [
    'has a shared part, and is disposed of later',
    "const shared = await share(proc); shared.subscribe('a', () => {}); setTimeout(() => { console.log('later'); shared.dispose(); }, 200).unref();",
    'later',
  ],
])('a Node program ends by itself, but not before its tasks, if its pool %s', async (_, code, said) => {
  expect((await outputOf(code, 'onError: () => {}')).trim()).toBe(said);
});

test.each([
  ['that watches its workers', 'unresponsiveTimeout: 10_000'],
  ['in the calling thread', 'workers: 0, inThread: () => samples'],
])('a Node program with an idle pool %s ends by itself', async (_, options) => {
  expect((await outputOf(sayLater, options)).trim()).toBe('done');
});
