import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, wordDiff } from './word-diff.ts';

const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });

test('what stayed and what went is the text before, what stayed and what came the text after', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const changes = diff(before, after);
      expect(wordsOf(changes, 'kept', 'deleted')).toEqual(before);
      expect(wordsOf(changes, 'kept', 'inserted')).toEqual(after);
    }),
  );
});

test('words put in somewhere are all that has changed', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.array(fc.constantFrom('x', 'y')), (before, place, added) => {
      const at = place % (before.length + 1);
      const changes = diff(before, [...before.slice(0, at), ...added, ...before.slice(at)]);
      expect(wordsOf(changes, 'deleted')).toEqual([]);
      expect(wordsOf(changes, 'inserted')).toEqual(added);
    }),
  );
});

test('it yields on the way', () => {
  const text = Array.from({ length: 64 }, (_, i) => `word ${i}`);
  expect([...wordDiff(text, text)]).toHaveLength(4);
});

function diff(before: readonly string[], after: readonly string[]): Change[] {
  const steps = wordDiff(before, after);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function wordsOf(changes: readonly Change[], ...kinds: readonly Change['kind'][]): string[] {
  return changes.filter(({ kind }) => kinds.includes(kind)).flatMap(({ words }) => words);
}
