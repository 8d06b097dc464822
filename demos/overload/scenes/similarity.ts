/** Letters of the pattern. A shorter text is filled up, so that each comparison costs the same. */
const patternLength = 8;
const match = 2;
const miss = -1;

const pattern = new Uint8Array(patternLength);
const cells = new Int32Array(patternLength + 1);

/**
 * The best local alignment (Smith and Waterman, 1981) of a text of at most 8 letters with `count` letters of `letters`, which are read from `from` on, in a circle.
 * 1 if the text occurs, 0 if none of its letters does. The length of `letters` must be a power of two.
 */
export function similarity(text: string, letters: Uint8Array, from: number, count: number): number {
  if (text === '') return 0;
  for (let j = 0; j < patternLength; j++) pattern[j] = j < text.length ? text.charCodeAt(j) : 0;
  cells.fill(0);
  let best = 0;
  const mask = letters.length - 1;
  for (let i = 0; i < count; i++) {
    const letter = letters[(from + i) & mask]!;
    let diagonal = 0;
    for (let j = 1; j <= patternLength; j++) {
      const above = cells[j]!;
      const aligned = diagonal + (pattern[j - 1] === letter ? match : miss);
      const score = Math.max(0, aligned, above + miss, cells[j - 1]! + miss);
      cells[j] = score;
      diagonal = above;
      if (score > best) best = score;
    }
  }
  return Math.min(1, best / (match * text.length));
}
