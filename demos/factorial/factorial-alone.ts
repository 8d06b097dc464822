import type { TimedResult } from './timed-result.ts';
import { intervalsOf } from './intervals.ts';
import { prime, product, warmUp } from './product.ts';

/** Factors between two readings of the clock. */
const factorsPerBurst = 5000;
/** Milliseconds of work after which the page may process events. */
const maxWork = 12;

/**
 * Computes n! modulo `prime` in the calling thread without DOHA, as a control. The measured time
 * excludes the pauses in which the page processes events. Rejects when `signal` is aborted.
 */
export async function factorialAlone(n: number, signal: AbortSignal): Promise<TimedResult> {
  product(warmUp, prime);
  let answer = 1n;
  let ms = 0;
  let start = performance.now();
  for (const interval of intervalsOf(n, factorsPerBurst)) {
    answer = (answer * product(interval, prime)) % prime;
    const worked = performance.now() - start;
    if (worked < maxWork) continue;
    ms += worked;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    start = performance.now();
  }
  return { ms: ms + performance.now() - start, answer };
}
