import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, wordDiff } from './word-diff.ts';

const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });

test('kept and deleted words are the text before, kept and inserted words are the text after', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const changes = diff(before, after);
      expect(wordsOf(changes, 'kept', 'deleted')).toEqual(before);
      expect(wordsOf(changes, 'kept', 'inserted')).toEqual(after);
    }),
  );
});

test('the number of kept words is maximal', () => {
  const short = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
  fc.assert(
    fc.property(short, short, (before, after) => {
      expect(wordsOf(diff(before, after), 'kept')).toHaveLength(mostInCommon(before, after));
    }),
    { numRuns: 2000 },
  );
});

test('the comparison yields every 16 rows', () => {
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

function mostInCommon([word, ...before]: readonly string[], after: readonly string[]): number {
  if (word === undefined || after.length === 0) return 0;
  if (word === after[0]) return 1 + mostInCommon(before, after.slice(1));
  return Math.max(mostInCommon(before, after), mostInCommon([word, ...before], after.slice(1)));
}
