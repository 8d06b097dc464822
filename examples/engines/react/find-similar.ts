import type { Note } from './notes.ts';

/** The word of a note that is most similar to the query, and the words beside it. */
export interface Similar {
  readonly query: string;
  readonly before: string;
  readonly word: string;
  readonly after: string;
}

/** Finds the word with the smallest edit distance to the query. This takes some time, because it compares the query with all words of the note. */
export function findSimilar({ words }: Note, query: string): Similar {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < words.length; i++) {
    const distance = editDistance(words[i]!, query);
    if (distance < least) [best, least] = [i, distance];
  }
  const before = words.slice(Math.max(0, best - 2), best).join(' ');
  return { query, before, word: words[best]!, after: words.slice(best + 1, best + 20).join(' ') };
}

const row = new Uint8Array(64);

/** The number of letters that must be inserted, deleted or replaced to turn one word into the other (Levenshtein). */
export function editDistance(one: string, other: string): number {
  const length = Math.min(other.length, row.length - 1);
  for (let j = 0; j <= length; j++) row[j] = j;
  for (let i = 1; i <= one.length; i++) {
    let diagonal = row[0]!;
    row[0] = i;
    for (let j = 1; j <= length; j++) {
      const replaced = diagonal + Number(one[i - 1] !== other[j - 1]);
      diagonal = row[j]!;
      row[j] = Math.min(replaced, row[j]! + 1, row[j - 1]! + 1);
    }
  }
  return row[length]!;
}
