import { describe, expect, test } from 'vitest';
import { runs } from './runs.test.setup.ts';

/** The exports of a file `*.storm.ts`. */
interface Storm {
  readonly name: string;
  /** Seeds that the gate plays; `npm run test:long` plays five times as many here and more by the clock. */
  readonly seedsInGate: number;
  /** Throws or rejects if a promise of the package is broken. The same seed makes the same storm. */
  readonly run: (seed: number) => void | Promise<void>;
}

const storms = Object.entries(import.meta.glob<Storm>('./**/*.storm.ts', { eager: true }));

describe('storms', () => {
  test('have names of their own', () => {
    const names = storms.map(([, { name }]) => name);
    expect(new Set(names).size).toBe(storms.length);
  });

  test.each(storms)('%s', async (_, { run, seedsInGate }) => {
    const count = runs({ gate: seedsInGate, long: 5 * seedsInGate });
    for (let seed = 1; seed <= count; seed++) await run(seed);
    expect(count).toBeGreaterThan(0);
  });
});
