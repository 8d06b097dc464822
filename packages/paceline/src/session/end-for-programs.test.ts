import { expect, test } from 'vitest';
import { closeCode, noCode } from '../wire/close-code.ts';
import { endForPrograms } from './end-for-programs.ts';

test.each([
  [{ code: 3001, reason: 'full' }, undefined, { code: 3001, reason: 'full' }],
  [
    { code: 3001, reason: 'full' },
    { code: 1000, reason: 'bye' },
    { code: 1000, reason: 'bye' },
  ],
  [{ code: closeCode.timeout, reason: '' }, undefined, { code: 1006, reason: '' }],
  [
    { code: 1000, reason: '' },
    { code: noCode, reason: 'no code, so no reason' },
    { code: noCode, reason: '' },
  ],
])('the end %j, with the end of the peer %j, is %j for programs', (closed, endOfPeer, expected) => {
  expect(endForPrograms(closed, endOfPeer)).toEqual(expected);
});
