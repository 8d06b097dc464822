import { expect, test } from 'vitest';
import { toBase64 } from './base64.ts';

test('tables of any length are encoded without loss', () => {
  for (const length of [0, 1, 7, 5000]) {
    const table = Float64Array.from({ length }, (_, i) => Math.sin(i) * 1e6);
    const bytes = Uint8Array.from(Buffer.from(toBase64(table), 'base64'));
    expect(new Float64Array(bytes.buffer)).toEqual(table);
  }
});

test('only the part of a buffer that the table covers is encoded', () => {
  const table = Uint8Array.of(1, 2, 3, 4).subarray(1, 3);
  expect([...Buffer.from(toBase64(table), 'base64')]).toEqual([2, 3]);
});
