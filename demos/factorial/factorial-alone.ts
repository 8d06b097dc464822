import type { Computed } from './timed-result.ts';
import { intervalsOf } from './intervals.ts';
import { prime, product, warmUp } from './product.ts';

/** Factors between two looks at the clock, and ms after which the page gets a turn. */
const burst = 5000;
const patience = 12;

/**
 * n! modulo the prime by the calling thread alone, with nothing of DOHA: the control. What the page does in between does not count. Rejects when
 * `signal` is aborted.
 */
export async function alone(n: number, signal: AbortSignal): Promise<Computed> {
  product(warmUp, prime);
  let answer = 1n;
  let ms = 0;
  let began = performance.now();
  for (const interval of intervalsOf(n, burst)) {
    answer = (answer * product(interval, prime)) % prime;
    const worked = performance.now() - began;
    if (worked < patience) continue;
    ms += worked;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    began = performance.now();
  }
  return { ms: ms + performance.now() - began, answer };
}
