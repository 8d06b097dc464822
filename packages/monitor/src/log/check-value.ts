const number = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Uint32Array(/* @__PURE__ */ number.buffer);

/** Mixes 32 bits into a hash: one round of the body of MurmurHash3. */
export function mixWord(hash: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51);
  const h = hash ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

/** Mixes the exact bits of a number into a hash. */
export function mixNumber(hash: number, value: number): number {
  number[0] = value;
  return mixWord(mixWord(hash, words[0]!), words[1]!);
}

/** 16 bits of a hash, for a log. A check value misses a difference with a probability of 1 / 65,536. Then a later one very probably finds it. */
export function shortOf(hash: number): number {
  return ((hash ^ (hash >>> 16)) & 0xffff) >>> 0;
}
