import { expect, test } from 'vitest';
import { readModule } from './read-module.ts';

const importsOf = (text: string): object => readModule('a.ts', text).imports;

test.each([
  ["import { x } from 'm';", false],
  ["import 'm';", false],
  ["import { type X } from 'm';", false],
  ["import type { X } from 'm';", true],
  ["export { x } from 'm';", false],
  ["export type { X } from 'm';", true],
  ["export * from 'm';", false],
  ["export type * from 'm';", true],
  ["export * as m from 'm';", false],
  ["const later = () => import('m');", false],
  ["let x: import('m').X;", true],
  ["import m = require('m'); m();", false],
])('%s is one import', (text, typeOnly) => {
  expect(importsOf(text)).toEqual([{ specifier: 'm', typeOnly }]);
});

test("a worker's address is an import", () => {
  const text = "new Worker(new URL('./sim.worker.ts', import.meta.url), { type: 'module' });";
  expect(importsOf(text)).toEqual([{ specifier: './sim.worker.ts', typeOnly: false }]);
});

test('an import in a comment or a string is ignored', () => {
  expect(importsOf('// import { x } from "m"\nconst text = \'import "m"\'; export { text };')).toEqual([]);
});

test('readModule lists the names of variables, not of properties', () => {
  const { names } = readModule('a.ts', 'const now = clock.performance(); use({ Date: now, Math });');
  expect(names).toEqual(new Set(['now', 'clock', 'use', 'Math']));
});

test('a syntax error names the file', () => {
  expect(() => readModule('broken.ts', 'import {')).toThrow(/broken\.ts/);
});
