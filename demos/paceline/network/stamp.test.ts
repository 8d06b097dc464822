import { expect, test } from 'vitest';
import { kinds } from './kinds.ts';
import { stampBytes, stamped, stampOf } from './stamp.ts';

test('a stamp is read as it was written, for all kinds of messages', () => {
  for (const kind of kinds) {
    const stamp = { kind, layer: 3, x: 0.125, y: 1, sentAt: 1234.56789 };
    expect(stampOf(stamped(5000, stamp))).toEqual(stamp);
    expect(stamped(5000, stamp)).toHaveLength(5000);
    expect(stamped(1, stamp)).toHaveLength(stampBytes);
    const within = new Uint8Array(100);
    within.set(stamped(64, stamp), 13);
    expect(stampOf(within.subarray(13, 77))).toEqual(stamp);
  }
});

test.each([[[]], [[1]], [[2, 0]], [[1, kinds.length]]])(
  'bytes without a valid stamp are rejected: %j',
  (begin: number[]) => {
    const bytes = new Uint8Array(begin.length < 2 ? begin.length : 64);
    bytes.set(begin);
    expect(() => stampOf(bytes)).toThrow(RangeError);
  },
);
