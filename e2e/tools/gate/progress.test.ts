import { beforeEach, expect, test } from 'vitest';
import { Progress } from './progress.mjs';

let written: string;
let now: number;

beforeEach(() => {
  written = '';
  now = 1000;
});

function start(terminal: { readonly isTTY?: boolean; readonly columns?: number } = {}): Progress {
  return new Progress({ ...terminal, write: (text) => (written += text) }, () => now);
}

test('without a terminal a line shows the elapsed time, and the passed tests and the current file of each check', () => {
  const progress = start();
  progress.begin('types');
  progress.begin('unit');
  progress.pass('unit', 2);
  progress.turnTo('unit', 'packages/a.test.ts');
  now += 65_000;
  progress.show();
  expect(written).toBe('1:05  types: 0 passed | unit: 2 passed, packages/a.test.ts\n');
});

test('on a terminal one line is overwritten and never wraps', () => {
  const progress = start({ isTTY: true, columns: 20 });
  progress.begin('unit');
  progress.turnTo('unit', 'packages/a.test.ts');
  progress.show();
  progress.show();
  expect(written).toBe('\r\u001B[2K0:00  unit: 0 passe'.repeat(2));
});

test('a failure is shown at once and counted', () => {
  const progress = start();
  progress.begin('unit');
  progress.pass('unit');
  progress.fail('unit', 'FAILED a test\nits reason\n');
  expect(written).toBe('FAILED a test\nits reason\n\n');
  now += 1500;
  progress.end('unit');
  progress.finish();
  expect(written).toMatch(/\n0:01 {2}unit: 1 passed, 1 failed in 1\.5 s\n1 passed, 1 failed\n$/);
});

test('the ten slowest files precede the last line, which has the totals of all checks', () => {
  const progress = start();
  for (const name of ['unit', 'browser']) {
    progress.begin(name);
    progress.pass(name, 3);
    progress.end(name);
  }
  for (let file = 1; file <= 12; file++) progress.spend(`${file}.test.ts`, 1000 * file);
  progress.spend('1.test.ts', 20_000);
  written = '';
  progress.finish();
  const lines = written.trimEnd().split('\n');
  expect(lines).toHaveLength(12);
  expect(lines.slice(1, 3)).toEqual(['    21.0 s  1.test.ts', '    12.0 s  12.test.ts']);
  expect(lines.at(-1)).toBe('6 passed, 0 failed');
});

test('nothing is shown while no check runs', () => {
  const progress = start();
  progress.show();
  expect(written).toBe('');
  expect(() => progress.pass('unit')).toThrow('Show progress: unit must have begun');
});
