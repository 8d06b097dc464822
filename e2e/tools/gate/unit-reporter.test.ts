import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GateEvent } from './events.mjs';
import { spawnTool } from './spawn-tool.mjs';

const reporter = fileURLToPath(new URL('unit-reporter.mjs', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doha-reporter-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a test file in a new Vitest process and returns the events that its reporter sends to the gate. */
async function report(text: string): Promise<{ ok: boolean; events: readonly GateEvent[] }> {
  writeFileSync(join(folder, 'a.test.js'), text);
  const events: GateEvent[] = [];
  const { ok } = await spawnTool('vitest/vitest.mjs', {
    args: ['run', `--root=${folder}`, '--globals', `--reporter=${reporter}`],
    limit: 60_000,
    listen: (event) => events.push(event),
  });
  return { ok, events };
}

function failuresOf(events: readonly GateEvent[]): readonly string[] {
  return events.flatMap((event) => (event.what === 'fail' ? [event.failure] : []));
}

test('each test is reported at its end, a failure with its reason, and each file with its duration', async () => {
  const { events, ok } = await report(`
    test('works', () => {});
    test.skip('is left out', () => {});
    test('fails', () => expect([1, 3]).toEqual([1, 2]));
  `);
  expect(ok).toBe(false);
  expect(events.map(({ what }) => what)).toEqual(['begin', 'pass', 'fail', 'time']);
  expect(failuresOf(events)).toEqual([
    expect.stringMatching(/a\.test\.js: fails\nAssert[^]*- {3}2,\n\+ {3}3,/),
  ]);
});

test.each<[string, string, RegExp]>([
  ['a file that cannot be read', "test('never', () => {", /^FAILED .*a\.test\.js\n/],
  [
    'an error in a hook before tests',
    "describe('all', () => { beforeAll(() => { throw new Error('early'); }); test('x', () => {}); });",
    /^FAILED .*a\.test\.js: all\n.*early/,
  ],
  [
    'an uncaught error',
    "test('x', async () => { Promise.reject(new Error('loose')); await new Promise(setImmediate); });",
    /^FAILED unit tests: an uncaught error\n.*loose/,
  ],
])('%s is a failure', async (_, text, expected) => {
  const { events, ok } = await report(text);
  expect(ok).toBe(false);
  expect(failuresOf(events)).toEqual([expect.stringMatching(expected)]);
});
