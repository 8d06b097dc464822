/** A duration such as `58 ms` or `4.2 s`. */
export function formatTime(ms: number): string {
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A rate in bits per second, such as `0.5 Mbit/s` or `30 kbit/s`. */
export function formatRate(rate: number): string {
  if (rate < 95_000) return rate === 0 ? '0' : `${Math.round(rate / 1000)} kbit/s`;
  return `${Number((rate / 1e6).toFixed(rate < 9.95e6 ? 1 : 0))} Mbit/s`;
}
