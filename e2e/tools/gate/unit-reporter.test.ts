import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { GateEvent } from './events.mjs';
import { spawnTool } from './spawn-tool.mjs';

const reporter = fileURLToPath(new URL('unit-reporter.mjs', import.meta.url));

interface Report {
  readonly ok: boolean;
  readonly events: readonly GateEvent[];
}

/** Runs test files in a new Vitest process and returns the events that its reporter sends to the gate. */
async function report(files: Readonly<Record<string, string>>): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'doha-reporter-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.js`), text);
  const events: GateEvent[] = [];
  const { ok } = await spawnTool('vitest/vitest.mjs', {
    args: ['run', `--root=${folder}`, '--globals', '--pool=threads', `--reporter=${reporter}`],
    limit: 60_000,
    listen: (event) => events.push(event),
  });
  rmSync(folder, { recursive: true });
  return { ok, events };
}

function failuresOf(events: readonly GateEvent[]): readonly string[] {
  return events.flatMap((event) => (event.what === 'fail' ? [event.failure] : []));
}

test('each test is reported at its end, a failure with its reason, and each file with its duration', async () => {
  const text = `
    test('works', () => {});
    test.skip('is left out', () => {});
    test('fails', () => expect([1, 3]).toEqual([1, 2]));
  `;
  const { events, ok } = await report({ a: text });
  expect(ok).toBe(false);
  expect(events.map(({ what }) => what)).toEqual(['begin', 'pass', 'fail', 'time']);
  expect(failuresOf(events)).toEqual([
    expect.stringMatching(/a\.test\.js: fails\nAssert[^]*- {3}2,\n\+ {3}3,/),
  ]);
});

const failing: Readonly<Record<string, string>> = {
  unreadable: "test('never', () => {",
  hook: "describe('all', () => { beforeAll(() => { throw new Error('early'); }); test('x', () => {}); });",
  loose: "test('x', async () => { Promise.reject(new Error('loose')); await new Promise(setImmediate); });",
};
let reported: Promise<Report> | undefined;

test.each<[string, RegExp]>([
  ['a file that cannot be read', /^FAILED .*unreadable\.test\.js\n/],
  ['an error in a hook before tests', /^FAILED .*hook\.test\.js: all\n.*early/],
  ['an uncaught error', /^FAILED unit tests: an uncaught error\n.*loose/],
])('%s is a failure', async (_, expected) => {
  const { events, ok } = await (reported ??= report(failing)); // one process runs all three
  expect(ok).toBe(false);
  expect(failuresOf(events)).toHaveLength(3);
  expect(failuresOf(events).filter((failure) => expected.test(failure))).toHaveLength(1);
});
