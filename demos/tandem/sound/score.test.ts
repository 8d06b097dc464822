import { expect, test } from 'vitest';
import { notesAt } from './score.ts';

const piece = (seed: number, tension: number): string =>
  JSON.stringify(Array.from({ length: 64 }, (_, i) => notesAt(i, seed, tension)));

test('a seed always plays the same piece, and another seed another piece', () => {
  expect(piece(1, 0.5)).toBe(piece(1, 0.5));
  expect(piece(2, 0.5)).not.toBe(piece(1, 0.5));
});

test('tension adds notes', () => {
  const notes = (tension: number): number =>
    Array.from({ length: 256 }, (_, i) => notesAt(i, 1, tension).length).reduce((sum, count) => sum + count);
  expect(notes(1)).toBeGreaterThan(1.5 * notes(0));
});

test('every tone is audible and not too loud', () => {
  for (let i = 0; i < 256; i++) {
    for (const { from, gain, length } of notesAt(i, 3, 1)) {
      expect(from).toBeGreaterThan(30);
      expect(from).toBeLessThan(4000);
      expect(gain).toBeLessThan(0.3);
      expect(length).toBeGreaterThan(0);
    }
  }
});
