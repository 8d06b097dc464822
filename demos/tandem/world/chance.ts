/** The finalizer of Murmur3: every bit of the input affects every bit of the result. */
function scramble(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * A number in [0, 1) that depends only on its arguments. There is no shared generator, so no draw
 * depends on earlier ones. `draw` distinguishes the draws of one period. All arguments are 32-bit
 * integers, except `seed` and `id`, which may be any safe integers. Only the low 32 bits of `seed`
 * count.
 */
export function chance(seed: number, id: number, period: number, draw = 0): number {
  let h = scramble(seed | 0);
  h = scramble(h ^ (id | 0));
  h = scramble(h ^ Math.trunc(id / 0x1_0000_0000));
  h = scramble(h ^ period);
  h = scramble(h + Math.imul(draw, 0x9e3779b9));
  return (h >>> 0) / 0x1_0000_0000;
}
