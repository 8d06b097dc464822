import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../repository.mjs';
import { readResults, type Row } from '../results/results.ts';

const readme = readFileSync(`${root}README.md`, 'utf8');

/**
 * Maximum relative difference between a figure of the README and the latest result. The results of
 * two runs can differ by this share.
 */
const TOLERANCE = 0.1;

test.each([
  ['usual', 'hard-monolithic'],
  ['by hand', 'hard-sliced'],
  ['DOHA, one thread', 'hard-adaptive'],
  ['DOHA, two threads', 'hard-concurrent-2'],
])('the README has the latest figures of the loop: %s', (label, series) => {
  const row = readme.split('\n').find((line) => line.startsWith(`| ${label}`));
  const figures = row?.split('|').slice(2, -1).map(Number) ?? [];
  const hard = readResults('tandem').rows.find((each) => each['series'] === series)!;
  const nearest = readResults('tandem-bands').rows.findLast((each) => each['series'] === series)!;
  const results = [hard['fps'], hard['players Hz'], nearest['rate Hz'], hard['enemies Hz']];
  expect(figures).toHaveLength(results.length);
  expect(greatestError(figures, results)).toBeLessThan(TOLERANCE);
});

test('the start page has the figures of the README', () => {
  const page = readFileSync(`${root}demos/index.html`, 'utf8');
  const rows = [...page.matchAll(/<th scope="row">([^<]*)<\/th>((?:\s*<td>[^<]*<\/td>)+)/g)];
  expect(rows).toHaveLength(4);
  for (const [, label = '', cells = ''] of rows) {
    const [fps, nearest, all] = [...cells.matchAll(/<td>([^<]*)/g)].map(([, text]) => Number(text));
    const line = readme.split('\n').find((each) => each.startsWith(`| ${label} `))!;
    const [ofReadme, , ...others] = line.split('|').slice(2, -1).map(Number);
    expect([label, fps, nearest, all]).toEqual([label, ofReadme, ...others]);
  }
});

test('the README has the latest figures of the input latency', () => {
  const figures = /is (\d+) ms with the usual loop, and (\d+) ms with DOHA/
    .exec(readme)
    ?.slice(1)
    .map(Number);
  const { rows } = readResults('tandem-keys');
  const results = ['monolithic', 'adaptive'].map(
    (version) => rows.find((row) => row['version'] === version)?.['input latency p95'],
  );
  expect(greatestError(figures ?? [], results)).toBeLessThan(TOLERANCE);
});

/** The greatest relative error of the figures; NaN if a result has no figure. */
function greatestError(figures: readonly number[], results: readonly (Row[string] | undefined)[]): number {
  return Math.max(...results.map((result, i) => Math.abs(Number(figures[i]) / Number(result) - 1)));
}
