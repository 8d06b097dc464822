/** Maximum value of a varint here: all integers up to it are exact. */
export const maxVarint: number = Number.MAX_SAFE_INTEGER;

/** Number of bytes of the varint of `value`: 1 up to 63, 2 up to 16,383, 4 up to 1,073,741,823, otherwise 8. */
export function varintSize(value: number): 1 | 2 | 4 | 8 {
  if (value < 0x40) return 1;
  if (value < 0x4000) return 2;
  return value < 0x4000_0000 ? 4 : 8;
}
