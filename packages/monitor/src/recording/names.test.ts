import { expect, test } from 'vitest';
import { Names } from './names.ts';
import { Recorder } from './recorder.ts';
import { SharedNames } from './shared-names.ts';
import { maxNameLength, shortName } from './short-name.ts';

test('a long name is cut, and a character of two code units is not divided', () => {
  const longest = 'a'.repeat(maxNameLength);
  expect(shortName(longest)).toBe(longest);
  expect(shortName(`${longest}a`)).toBe(`${'a'.repeat(maxNameLength - 1)}…`);
  expect(shortName('😀'.repeat(maxNameLength))).toBe(`${'😀'.repeat(99)}…`);
  expect(shortName(`a${'😀'.repeat(maxNameLength)}`)).toBe(`a${'😀'.repeat(99)}…`);
});

test('long names need no more memory than their beginnings', () => {
  const names = new Names();
  const long = 'x'.repeat(1e6);
  const number = names.numberOf(long);
  expect(names.nameOf(number)).toHaveLength(maxNameLength);
  expect(names.numberOf(`${long}, of which the end does not count`)).toBe(number);
  expect(names.since(0)).toEqual(['other', shortName(long)]);
});

test('a recorder shows the beginnings of long names', () => {
  const recorder = new Recorder();
  recorder.signal('y'.repeat(500), 1);
  expect(recorder.recording().events[0]!.name).toBe(shortName('y'.repeat(500)));
});

test('names that were shared, and later ones, can be read in their memory', () => {
  const names = new Names();
  const all = ['move', '', 'Größe 😀', '\ufeffmark', 'z'.repeat(300)];
  const numbers = all.slice(0, 2).map((name) => names.numberOf(name));
  const memory = names.share(() => new SharedNames());
  numbers.push(...all.slice(2).map((name) => names.numberOf(name)));
  const read = new SharedNames(memory);
  expect(numbers.map((number) => read.nameOf(number))).toEqual(all.map((name) => shortName(name)));
  expect(read.nameOf(0)).toBe('other');
  expect(read.nameOf(numbers.length + 1)).toBeUndefined();
  expect(names.share(() => new SharedNames())).toBe(memory);
});

test('without room, later names are left out, and the earlier ones remain', () => {
  const writer = new SharedNames();
  const name = (number: number): string => `${number} ${'€'.repeat(100)}`;
  for (let number = 0; number < 4000; number++) writer.add(name(number));
  writer.add('a'); // would have room, but not with its number
  const read = new SharedNames(writer.memory);
  const names = Array.from({ length: 4001 }, (_, number) => read.nameOf(number));
  const count = names.indexOf(undefined);
  expect(count).toBeGreaterThan(800);
  expect(names).toEqual(
    Array.from({ length: 4001 }, (_, number) => (number < count ? name(number) : undefined)),
  );
});

test.each([
  ['a count that is too high', (bytes: Uint8Array) => bytes.fill(127, 0, 4)],
  ['a negative count', (bytes: Uint8Array) => bytes.fill(255, 0, 4)],
  ['a length that is too long', (bytes: Uint8Array) => bytes.fill(255, 0)],
  ['only ones', (bytes: Uint8Array) => bytes.fill(1)],
])('damaged memory gives some names or none: %s', (_, damage) => {
  const writer = new SharedNames();
  writer.add('move');
  damage(new Uint8Array(writer.memory));
  const read = new SharedNames(writer.memory);
  expect(['undefined', 'string']).toContain(typeof read.nameOf(0));
  expect(read.nameOf(1e9)).toBeUndefined();
});
