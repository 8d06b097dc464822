import { expose } from '@doha/multiproc/worker';

export const primes = expose({
  /** The number of primes from `from` to before `to`. */
  count(from: number, to: number): number {
    let found = 0;
    for (let n = Math.max(2, from); n < to; n++) if (isPrime(n)) found++;
    return found;
  },
});

function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false;
  return true;
}
