import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { comparePiece, type Versions } from './compare-piece.ts';
import { choosePieces, type Piece, pieces } from './pieces.ts';
import type { Version } from './version.ts';

const versions: Versions = { base: { root: 'base' } as Version, current: { root: 'current' } as Version };
const page = {} as Page;

/** A piece that notes which version runs, and takes 2 ms in the earlier version and 1 ms in the current one. */
function noting(notes: string[]): Piece {
  return {
    bench: 'loop',
    name: 'noting',
    run: ({ root }) => {
      notes.push(root);
      return Promise.resolve({ both: root === 'base' ? 2 : 1, ...(root === 'current' && { own: 1 }) });
    },
  };
}

test('the version that goes first alternates, and less time is more speed', async () => {
  const notes: string[] = [];
  const { rows, samples } = await comparePiece(noting(notes), versions, { page, pairs: 6 });
  expect(notes.join(' ')).toMatch(/^(base current current base ){2}base current current base$/);
  expect(rows).toEqual([
    { line: 'both', speed: 2, low: 2, high: 2, verdict: 'same or faster' },
    { line: 'own', speed: null, low: null, high: null, verdict: 'only in this version' },
  ]);
  expect(samples['base: both']).toEqual([2, 2, 2, 2, 2, 2]);
  expect(samples['current: both']).toEqual([1, 1, 1, 1, 1, 1]);
});

test('pieces are chosen by their bench or by their own name', () => {
  const all = pieces();
  expect(choosePieces(all, [])).toEqual(all);
  expect(choosePieces(all, ['paceline', 'queue'])).toEqual([all[0], ...all.slice(-2)]);
  expect(() => choosePieces(all, ['quue'])).toThrow('Compare: a bench must be one of loop, queue,');
});
