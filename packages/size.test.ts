import { expect, test } from 'vitest';
import { bundled, bundledChunks, bundledSize, compressedSize } from '../e2e/tools/node/bundled-size.ts';

/** The size of the whole `@doha/loop`, with which several tests compare other bundles. */
const sizeOfLoop = bundledSize("export * from '@doha/loop';");

const loopEntries = ['@doha/loop', '@doha/loop/options'];

const pageWithSharedState =
  "export * from '@doha/multiproc'; export { share } from '@doha/multiproc/shared';";
const workerWithSharedState =
  "export * from '@doha/multiproc/worker'; export { join } from '@doha/multiproc/shared';";

test.each([
  ['the whole of @doha/loop', '*', 15.1],
  ['the event loop of @doha/loop', '{ EventLoop, Task, Timer }', 6],
  ['the event loop of @doha/loop with everyFrame', '{ EventLoop, everyFrame, Task, Timer }', 6.8],
])('%s stays under %s kB', async (_, names, most) => {
  const size = await bundledSize(`export ${names} from '@doha/loop';`);
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThan(most * 1000);
});

test.each([
  ['@doha/multiproc', "export * from '@doha/multiproc';", 25.4, 20.2],
  ['@doha/multiproc/worker', "export * from '@doha/multiproc/worker';", 16.2, 10.5],
  ['a page with shared state', pageWithSharedState, 39.5, 34.3],
  ['a worker with shared state', workerWithSharedState, 28.5, 22.9],
  ['@doha/paceline', "export * from '@doha/paceline';", 33, 27.8],
])('%s stays under its limits, alone and in addition to @doha/loop: %s', async (_, code, whole, rest) => {
  const size = await bundledSize(code);
  const added = await bundledSize(code, loopEntries);
  expect(added).toBeGreaterThan(500);
  expect(added).toBeLessThan(rest * 1000);
  expect(size).toBeGreaterThan(added);
  expect(size).toBeLessThan(whole * 1000);
});

test.each(['pixi', 'phaser', 'three'])(
  '@doha/engines/%s stays under 2.7 kB in addition to @doha/loop',
  async (engine) => {
    const size = await bundledSize(`export * from '@doha/engines/${engine}';`, loopEntries);
    expect(size).toBeGreaterThan(500);
    expect(size).toBeLessThan(2700);
  },
);

test.each([
  ['react', 1.4],
  ['ecs', 1.4],
])('@doha/engines/%s stays under %s kB in addition to @doha/loop and React', async (entry, most) => {
  const size = await bundledSize(`export * from '@doha/engines/${entry}';`, [...loopEntries, 'react']);
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThan(most * 1000);
});

test('a recorder stays under 6.4 kB, and the whole of @doha/monitor under 15.6 kB', async () => {
  const recorder = await bundledSize("export { Recorder } from '@doha/monitor';");
  const whole = await bundledSize("export * from '@doha/monitor';");
  expect(recorder).toBeGreaterThan(500);
  expect(recorder).toBeLessThan(6400);
  expect(whole).toBeGreaterThan(recorder);
  expect(whole).toBeLessThan(15_600);
});

test.each([
  ['a writer of files', '{ RecordingWriter }', 'file', 3.4],
  ['the whole of @doha/monitor/file', '*', 'file', 10.3],
  ['the whole of @doha/monitor/query', '*', 'query', 5.6],
])('%s stays under its limit', async (_, names, entry, most) => {
  const size = await bundledSize(`export ${names} from '@doha/monitor/${entry}';`);
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThan(most * 1000);
});

test('a protocol stays under 3.9 kB, and the whole of @doha/monitor/protocol under 6.7 kB', async () => {
  const protocol = await bundledSize("export { protocol } from '@doha/monitor/protocol';");
  const whole = await bundledSize("export * from '@doha/monitor/protocol';");
  expect(protocol).toBeGreaterThan(500);
  expect(protocol).toBeLessThan(3900);
  expect(whole).toBeGreaterThan(protocol);
  expect(whole).toBeLessThan(6700);
});

test('recording of sessions stays under 5.5 kB, and the whole of @doha/monitor/replay under 16.5 kB', async () => {
  const recorded = await bundledSize("export { RecordedSession } from '@doha/monitor/replay';", loopEntries);
  const whole = await bundledSize("export * from '@doha/monitor/replay';", loopEntries);
  expect(recorded).toBeGreaterThan(500);
  expect(recorded).toBeLessThan(5500);
  expect(whole).toBeGreaterThan(recorded);
  expect(whole).toBeLessThan(16_500);
});

test('the overlay stays under 21.3 kB, and under 30.9 kB with the queries and files that it loads later', async () => {
  const chunks = await bundledChunks("export * from '@doha/monitor/overlay';");
  const { fileName: entry, imports } = chunks.find(({ isEntry }) => isEntry)!;
  const atFirst = chunks.filter(({ fileName }) => fileName === entry || imports.includes(fileName));
  const first = compressedSize(atFirst.map(({ code }) => code));
  const all = compressedSize(chunks.map(({ code }) => code));
  expect(first).toBeGreaterThan(10_000);
  expect(first).toBeLessThan(21_300);
  expect(all).toBeGreaterThan(first + 3000);
  expect(all).toBeLessThan(30_900);
});

test('a page without the overlay does not contain it', async () => {
  expect((await bundled("export * from '@doha/monitor';")).join('')).not.toContain('data-doha-overlay');
});

test('a page pays only for what it imports of @doha/loop', async () => {
  const whole = await sizeOfLoop;
  const part = await bundledSize("export { EventLoop, Task } from '@doha/loop';");
  expect(part).toBeLessThan(whole);
});

test('@doha/loop does not contain the virtual host', async () => {
  const whole = await sizeOfLoop;
  const both = await bundledSize("export * from '@doha/loop'; export * from '@doha/loop/virtual';");
  expect(both).toBeGreaterThan(whole + 300);
});

test('a page that uses nothing of a package pays nothing for it', async () => {
  const empty = await bundledSize('');
  expect(
    await bundledSize(
      "import '@doha/loop'; import '@doha/adapt'; import '@doha/monitor'; import '@doha/monitor/file';",
    ),
  ).toBe(empty);
});

test('a page with @doha/paceline does not contain the controllers for research', async () => {
  const namesIn = async (entry: string): Promise<string[]> => {
    const code = (await bundled(`export * from '${entry}';`)).join('');
    return [...code.matchAll(/name:\s*["'`]([\w ]+)/g)].map(([, name]) => name!.trim());
  };
  const research = ['fixed', 'none', 'paceK'];
  expect(await namesIn('@doha/paceline/control')).toEqual(expect.arrayContaining(research));
  const ofPage = await namesIn('@doha/paceline');
  expect(ofPage).toContain('paceA');
  expect(ofPage.filter((name) => research.includes(name))).toEqual([]);
});

test('the size of a bundle is that of its minified code after compression with Brotli', async () => {
  const short = await bundledSize('export const answer = 42;');
  expect(short).toBeLessThan(60);
  expect(await bundledSize(`export const text = '${incompressible(1000)}';`)).toBeGreaterThan(700);
});

function incompressible(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(65 + (state % 58)).replace('\\', '/');
  }).join('');
}
