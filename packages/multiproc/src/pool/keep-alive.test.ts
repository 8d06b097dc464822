import { afterEach, expect, test, vi } from 'vitest';
import { KeepAlive } from './keep-alive.ts';

afterEach(() => vi.unstubAllGlobals());

/**
 * Replaces `setInterval`. Returns a list that records the calls of `ref`, `unref` and
 * `clearInterval` for its timer.
 */
function watchTimer(): string[] {
  const events: string[] = [];
  const timer = { ref: () => events.push('ref'), unref: () => events.push('unref') };
  vi.stubGlobal('setInterval', () => timer);
  vi.stubGlobal('clearInterval', (cleared: unknown) => events.push(cleared === timer ? 'clear' : 'other'));
  return events;
}

test('the timer keeps the process alive while something holds it', () => {
  const events = watchTimer();
  const keepAlive = new KeepAlive();
  const releases = [keepAlive.hold(), keepAlive.hold()];
  expect(events.splice(0)).toEqual(['unref', 'ref']);
  releases[0]!();
  releases[0]!(); // has no effect
  expect(events).toEqual([]);
  releases[1]!();
  expect([keepAlive.isNeeded, events]).toEqual([true, ['unref']]);
});

test('the timer is removed as soon as its KeepAlive is disposed of and all holds are released', () => {
  const events = watchTimer();
  const [idle, held] = [new KeepAlive(), new KeepAlive()];
  const release = held.hold();
  events.length = 0;
  idle.dispose();
  held.dispose();
  expect(events.splice(0)).toEqual(['clear']);
  release();
  expect(events).toEqual(['clear']);
});

test('on platforms whose timers are numbers, the timer is removed at once', () => {
  const cleared: unknown[] = [];
  vi.stubGlobal('setInterval', () => 7);
  vi.stubGlobal('clearInterval', (timer: unknown) => cleared.push(timer));
  const keepAlive = new KeepAlive();
  keepAlive.hold()();
  expect([keepAlive.isNeeded, cleared]).toEqual([false, [7]]);
});
