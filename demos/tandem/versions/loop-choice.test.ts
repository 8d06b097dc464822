import { expect, test } from 'vitest';
import { type LoopChange, LoopChoice, type ThreadUse } from './loop-choice.ts';

/** Plays windows in which several threads and one thread have these frame rates. Returns the thread use of each window. */
function play(rates: readonly (readonly [several: number, one: number])[]): {
  uses: ThreadUse[];
  changes: LoopChange[];
} {
  const changes: LoopChange[] = [];
  const choice = new LoopChoice(
    () => {},
    (change) => changes.push(change),
  );
  choice.started();
  const uses = rates.map(([several, one]) => {
    const { use } = choice;
    choice.measured(use === 'several' ? several : one);
    return use;
  });
  return { uses, changes };
}

const windows = (count: number, several: number, one: number): [number, number][] =>
  Array.from({ length: count }, () => [several, one]);
const lastOf = (uses: readonly ThreadUse[]): ThreadUse => uses.at(-1)!;
const switchesOf = (uses: readonly ThreadUse[]): number =>
  uses.filter((use, i) => i > 0 && use !== uses[i - 1]).length;

test('one thread is used, and the change is reported, if it gives clearly more frames', () => {
  const { changes, uses } = play(windows(20, 20, 40));
  expect(switchesOf(uses)).toBe(1);
  expect(lastOf(uses)).toBe('one');
  expect(changes).toEqual([{ use: 'one', several: 20, one: 40 }]);
});

test('several threads stay if they give enough frames', () => {
  expect(switchesOf(play(windows(100, 55, 60)).uses)).toBe(0);
});

test('several threads are used again after a trial in which one thread gives hardly more', () => {
  const { changes, uses } = play(windows(100, 40, 44));
  expect(switchesOf(uses)).toBe(2);
  expect(lastOf(uses)).toBe('several');
  expect(changes).toEqual([]);
});

test('after a failed trial, one thread is tried again only if the frame rate falls much further', () => {
  const slower = [...windows(20, 40, 40), ...windows(20, 34, 60)];
  expect(switchesOf(play(slower).uses)).toBe(2);
  const muchSlower = [...windows(20, 40, 40), ...windows(20, 20, 60)];
  expect(lastOf(play(muchSlower).uses)).toBe('one');
});

test('a single slow window changes nothing', () => {
  const rates = Array.from({ length: 60 }, (_, i): [number, number] => [i % 3 === 0 ? 10 : 60, 60]);
  expect(switchesOf(play(rates).uses)).toBe(0);
});

test('several threads are used again if one thread becomes slower than they were', () => {
  const { changes, uses } = play([...windows(10, 30, 45), ...windows(20, 30, 20)]);
  expect(uses).toContain('one');
  expect(changes.map(({ use }) => use)).toEqual(['one', 'several']);
});

test('a loop that becomes slow for a few windows again and again is not changed each time', () => {
  const { uses } = play(windows(600, 20, 60).map(([several], i) => [several, i % 20 < 16 ? 60 : 5]));
  expect(switchesOf(uses)).toBeLessThan(6);
});
