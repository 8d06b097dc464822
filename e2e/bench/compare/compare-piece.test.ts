import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { comparePiece, type Versions } from './compare-piece.ts';
import { choosePieces, type Piece, pieces } from './pieces.ts';
import type { Version } from './version.ts';

const versions: Versions = { base: { root: 'base' } as Version, current: { root: 'current' } as Version };
const page = {} as Page;

/** Appends the version of each run to `runs`. Its cost is 2 in `base` and 1 in `current`. */
function recordingPiece(runs: string[]): Piece {
  return {
    bench: 'loop',
    name: 'recordingPiece',
    run: ({ root }) => {
      runs.push(root);
      return Promise.resolve({ both: root === 'base' ? 2 : 1, ...(root === 'current' && { own: 1 }) });
    },
  };
}

test('the order of the versions alternates between pairs, and half the cost is twice the speed', async () => {
  const runs: string[] = [];
  const { rows, samples } = await comparePiece(recordingPiece(runs), versions, { page, pairs: 6 });
  expect(runs.join(' ')).toMatch(/^(base current current base ){2}base current current base$/);
  expect(rows).toEqual([
    { line: 'both', speed: 2, low: 2, high: 2, verdict: 'same or faster' },
    { line: 'own', speed: null, low: null, high: null, verdict: 'only in this version' },
  ]);
  expect(samples['base: both']).toEqual([2, 2, 2, 2, 2, 2]);
  expect(samples['current: both']).toEqual([1, 1, 1, 1, 1, 1]);
});

test('pieces are selected by the name of their benchmark or by their own name', () => {
  const all = pieces();
  expect(choosePieces(all, [])).toEqual(all);
  expect(choosePieces(all, ['paceline', 'queue'])).toEqual([all[0], ...all.slice(-2)]);
  expect(() => choosePieces(all, ['quue'])).toThrow('Compare: a bench must be one of loop, queue,');
});
