const number = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Uint32Array(/* @__PURE__ */ number.buffer);

// The low word comes first: all platforms of JavaScript engines for the web are little-endian.

/** Number of float64 values from `base` to `value`, if both are positive: the difference of their bits as integers. Exact below 2⁵³. */
export function stepsBetween(base: number, value: number): number {
  number[0] = base;
  const [low, high] = words as unknown as [number, number];
  number[0] = value;
  return (words[1]! - high) * 4_294_967_296 + (words[0]! - low);
}

/** The value that is this number of float64 values after `base`: the inverse of {@link stepsBetween}. */
export function stepFrom(base: number, steps: number): number {
  number[0] = base;
  const low = words[0]! + steps;
  words[1] = words[1]! + Math.floor(low / 4_294_967_296);
  words[0] = low;
  return number[0];
}
