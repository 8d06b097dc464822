import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoopChange } from './loop-choice.ts';
import { MeasuredLoop } from './measured-loop.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Played {
  readonly loop: MeasuredLoop;
  /** The version that runs at the end. */
  readonly running: string;
  readonly changes: readonly LoopChange[];
}

/** Plays a game that prefers several threads, which give 10 fps. One thread gives 50 fps. */
function play({ isActive }: { readonly isActive: boolean }): Played {
  const changes: LoopChange[] = [];
  const loop: MeasuredLoop = new MeasuredLoop({
    restart: () => (running = loop.choose('concurrent')),
    changed: (change) => changes.push(change),
  });
  loop.isActive = isActive;
  let running = loop.choose('concurrent');
  for (let now = 0; now < 30_000; now += running === 'concurrent' ? 100 : 20) {
    loop.meter.drawn(now, now, now);
    vi.runAllTimers();
  }
  return { loop, running, changes };
}

test('the loop in one thread replaces several threads that give fewer frames', () => {
  const { changes, running } = play({ isActive: true });
  expect(running).toBe('adaptive');
  expect(changes).toHaveLength(1);
  expect(changes[0]!.several).toBeCloseTo(10, 0);
  expect(changes[0]!.one).toBeCloseTo(50, 0);
});

test('a loop that is not to be measured stays', () => {
  expect(play({ isActive: false })).toMatchObject({ running: 'concurrent', changes: [] });
});

test('several threads are used again for another level', () => {
  const { loop } = play({ isActive: true });
  expect(loop.choose('concurrent')).toBe('adaptive');
  loop.reset();
  expect(loop.choose('concurrent')).toBe('concurrent');
});
