/** A number in at most about six characters, such as 0.083, 12.5, 1,250 or 3.2M; a dash for NaN. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  if (size === Infinity) return value > 0 ? '∞' : '-∞';
  if (size >= 1e15) return value.toExponential(1);
  if (size >= 1e6) return `${(value / 1e6).toFixed(size < 1e7 ? 1 : 0)}M`;
  if (size >= 1e4) return `${(value / 1e3).toFixed(size < 1e5 ? 1 : 0)}k`;
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  if (size >= 10) return value.toFixed(1);
  if (size >= 1) return value.toFixed(2);
  return size >= 0.001 ? value.toFixed(3) : value.toExponential(0);
}

/** A time in ms with its unit. */
export function msText(ms: number): string {
  return `${numberText(ms)} ms`;
}

/** The least of 1, 2 and 5 times a power of ten that is not below a positive value. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((factor) => factor * power >= value * (1 - 1e-12)) ?? 10) * power;
}
