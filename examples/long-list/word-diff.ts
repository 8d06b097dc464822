/** Consecutive words that were kept, deleted or inserted. */
export interface Change {
  readonly kind: 'kept' | 'deleted' | 'inserted';
  readonly words: readonly string[];
}

/** Number of rows of the table that are computed between two yields. */
const rowsPerStep = 16;

/**
 * Returns the changes from `before` to `after`, by their longest common subsequence. The function
 * yields regularly, because it computes a table with a row for each word of `before` and a column
 * for each word of `after`.
 */
export function* wordDiff(before: readonly string[], after: readonly string[]): Generator<void, Change[]> {
  const width = after.length + 1;
  // Cell [i, j] is the length of the longest common subsequence of `before` from i and `after` from j.
  const common = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const at = i * width + j;
      common[at] =
        before[i] === after[j] ? common[at + width + 1]! + 1 : Math.max(common[at + width]!, common[at + 1]!);
    }
    if (i % rowsPerStep === 0) yield;
  }
  return changesAlong(common, before, after);
}

function changesAlong(common: Uint16Array, before: readonly string[], after: readonly string[]): Change[] {
  const changes: { kind: Change['kind']; words: string[] }[] = [];
  const add = (kind: Change['kind'], word: string): void => {
    const last = changes.at(-1);
    if (last?.kind === kind) last.words.push(word);
    else changes.push({ kind, words: [word] });
  };
  const width = after.length + 1;
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const at = i * width + j;
    const isDeletion = j === after.length || (i < before.length && common[at + width]! >= common[at + 1]!);
    if (i < before.length && before[i] === after[j]) {
      add('kept', before[i]!);
      i++;
      j++;
    } else if (isDeletion) add('deleted', before[i++]!);
    else add('inserted', after[j++]!);
  }
  return changes;
}
