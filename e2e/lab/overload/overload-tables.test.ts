import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Results } from '../../tools/results/results.ts';
import { overloadTable } from './overload-tables.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overload-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function resultsOf(name: string): Results {
  const machine = { cpu: 'A CPU', cores: 2, memory: 24, os: 'linux', node: 'v20' };
  const score = { score: 50, lowest: 40, highest: 60 };
  return {
    name,
    commit: '0123456789abcdef',
    date: `2026-01-0${name.length % 9}T00:00:00.000Z`,
    machine,
    browser: 'A Browser',
    parameters: { seconds: 2, rounds: 9, gpu: 'a GPU', noise: 1.1, loads: { field: 3, filter: 2.9 } },
    rows: [
      { scene: 'all', scheduler: 'Ours', ...score },
      { scene: 'field', scheduler: 'Ours', ...score, fps: 60 },
    ],
    samples: {},
  };
}

test('the tables have a row for each browser of each machine', () => {
  for (const name of [
    'overload-firefox-a',
    'overload-chromium-my-laptop',
    'overload-chromium-a',
    'overload-code',
  ])
    writeFileSync(join(folder, `${name}.json`), '{}');
  const rowsOf = (table: string): Results['rows'] => overloadTable(table, resultsOf, folder)!.rows;
  const machines = ['a', 'a', 'my-laptop'];
  expect(rowsOf('overload-machines').map(({ machine }) => machine)).toEqual(machines);
  expect(rowsOf('overload-machines')[0]).toMatchObject({
    GPU: 'a GPU',
    noise: 1.1,
    loads: 'field 3, filter 2.9',
  });
  expect(rowsOf('overload-scores').map(({ machine }) => machine)).toEqual(machines);
  expect(rowsOf('overload-scores')[0]).toMatchObject({
    scheduler: 'Ours',
    score: 50,
    'lowest and highest round': '40 to 60',
    field: 50,
    tunnel: null,
  });
  expect(rowsOf('overload-field')[2]).toEqual({
    machine: 'my-laptop',
    browser: 'A Browser',
    scheduler: 'Ours',
    score: 50,
    fps: 60,
  });
});

test('results of a busy machine are not shown', () => {
  for (const name of ['overload-chromium-a', 'overload-chromium-busy'])
    writeFileSync(join(folder, `${name}.json`), '{}');
  const read = (name: string): Results => {
    const results = resultsOf(name);
    return name.endsWith('busy')
      ? { ...results, parameters: { ...results.parameters, noise: 1.5 } }
      : results;
  };
  expect(overloadTable('overload-machines', read, folder)!.rows.map(({ machine }) => machine)).toEqual(['a']);
});

test('without results, and for other names, there is no table', () => {
  expect(overloadTable('overload-scores', resultsOf, folder)).toBeUndefined();
  expect(overloadTable('overload-scores', resultsOf, join(folder, 'missing'))).toBeUndefined();
  expect(overloadTable('loop-queue', resultsOf, folder)).toBeUndefined();
});
