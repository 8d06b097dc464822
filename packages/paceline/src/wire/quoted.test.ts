import { expect, test } from 'vitest';
import { escaped, quoted } from './quoted.ts';

test.each([
  ['https://grüße.example/?a=b', 'https://grüße.example/?a=b'],
  ['\u0000\n\r\t\u001b[31m\u007f', '\\u{0}\\u{a}\\u{d}\\u{9}\\u{1b}[31m\\u{7f}'],
  ['\u0080\u0085\u009b2J\u009f', '\\u{80}\\u{85}\\u{9b}2J\\u{9f}'],
  ['\u2028\u2029', '\\u{2028}\\u{2029}'],
  ['\u202eevil\u2066\u200b', '\\u{202e}evil\\u{2066}\\u{200b}'],
  ['\ud800x', '\\u{d800}x'],
  ['🙂', '🙂'],
])('%j is shown as %s', (text, shown) => {
  expect(escaped(text)).toBe(shown);
  expect(quoted(text)).toBe(`'${shown}'`);
});

test('quoted shows the beginning and the length of a long text', () => {
  expect(escaped('x'.repeat(200))).toBe('x'.repeat(200));
  expect(quoted('x'.repeat(8000))).toBe(`'${'x'.repeat(200)}… (8000 characters)'`);
});

test('quoted shows an absent text as none', () => {
  expect(quoted(undefined)).toBe('none');
});
