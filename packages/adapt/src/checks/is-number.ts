/** Whether `value` is a number other than NaN. Arithmetic alone would take null for 0 and '90' for 90. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}
