import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { bundleForNode } from './bundle-for-node.ts';
import { Recorder } from '@doha/monitor';
import { watchMainThread } from '@doha/monitor/node';
import type { MainThreadSection } from '@doha/monitor/node';
import { rowsOf } from './runs.test.setup.ts';

// Processes that are watched. A process that does not end, because it stays paused or is kept alive, fails its test after a minute.

let path: string;
beforeAll(async () => {
  path = await bundleForNode('packages/monitor/src/main-thread/watched-program.test.setup.ts');
});

/** Returns what a program has printed. */
async function outputOf(
  program: string,
  wanted = '',
): Promise<{ values: readonly unknown[]; errors: string }> {
  const { stderr, stdout } = await promisify(execFile)(process.execPath, [path, program, wanted], {
    timeout: 60_000,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { values: lines.map((line) => JSON.parse(line) as unknown), errors: stderr };
}

/** Returns the first section of a program whose JSON contains a text. */
async function sectionOf(program: string, wanted: string): Promise<MainThreadSection> {
  const { values } = await outputOf(program, wanted);
  expect(values).toHaveLength(1);
  return values[0] as MainThreadSection;
}

test('the stack of a long task names its function, and the recorder its callback', async () => {
  const { callbacks, end, problem, stack, start } = await sectionOf('spins', '"name":"findPath","url"');
  expect(problem).toBeUndefined();
  const frame = stack.find(({ name }) => name === 'findPath');
  expect(frame).toMatchObject({ url: expect.stringContaining('watched-program.test.setup.mjs') as string });
  expect(frame!.line).toBeGreaterThan(1);
  expect(frame!.column).toBeGreaterThan(1);
  expect(stack.length).toBeLessThanOrEqual(30);
  expect(callbacks[0]).toMatchObject({ kind: 'task', name: 'findPath', thread: 'main' });
  expect(start).toBeLessThan(end);
});

test('each section is found once', async () => {
  expect((await outputOf('spins often')).values).toEqual([{ isInOrder: true, isOnce: true }]);
});

const programsWithoutStack = [
  ['has a debugger', 'a debugger may be attached'],
  ['loses the watching thread', 'the watching thread has ended'],
  ['runs another program', 'no JavaScript ran'],
  ['has a watching thread that fails in the pause', 'TypeError'],
] as const;

test.each(rowsOf(programsWithoutStack, { onlyLong: 1 }))(
  'a program that %s has no stack, and learns why',
  async (program, problem) => {
    expect(await sectionOf(program, problem)).toMatchObject({
      stack: [],
      problem: expect.stringContaining(problem) as string,
    });
  },
);

const programsThatEnd: readonly (readonly [program: string, values: readonly unknown[]])[] = [
  ['loses the watching thread in the pause', [5]],
  ['does nothing', []],
  ['watches a worker', [expect.stringContaining('must be called in the main thread')]],
  ['is watched twice', [2]],
  ['stops at once', []],
  ['exits in a section', []],
];

test.each(rowsOf(programsThatEnd, { onlyLong: 3 }))(
  'a program that %s continues, and ends by itself',
  async (program, values) => {
    expect((await outputOf(program)).values).toEqual(values);
  },
);

test('a program that has a callback that throws continues, ends by itself, and prints the error', async () => {
  const { errors, values } = await outputOf('has a callback that throws');
  expect(values).toEqual(['goes on']);
  expect(errors).toContain('Error: broken');
});

test('invalid options are refused', () => {
  const found = (): void => {};
  expect(() => watchMainThread(undefined as never)).toThrow('options must be an object');
  expect(() => watchMainThread({} as never)).toThrow('found must be a function, got undefined');
  expect(() => watchMainThread({ found, limit: 19 })).toThrow(RangeError);
  expect(() => watchMainThread({ found, limit: Infinity })).toThrow(RangeError);
  expect(() => watchMainThread({ found, recorder: {} as never })).toThrow(
    'a Recorder whose clock is performance',
  );
  const recorder = new Recorder({ clock: { now: () => 0 } });
  expect(() => watchMainThread({ found, recorder })).toThrow('a Recorder whose clock is performance');
});
