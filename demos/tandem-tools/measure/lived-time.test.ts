import { afterEach, expect, test, vi } from 'vitest';
import { playVersion, window } from '../../tandem/versions/play-version.test.setup.ts';
import { ThreadRecorder } from './thread-recorder.ts';

afterEach(() => vi.unstubAllGlobals());

test('at three times the load that a thread can carry, each enemy of the adaptive version receives the elapsed time in its updates', async () => {
  const [count, seconds] = [1200, 18];
  const cost = (3 * window) / count;
  let recorder!: ThreadRecorder;
  const { game } = playVersion('adaptive', {
    cost,
    count,
    until: (seconds + 0.5) * 1000,
    observe: (world) => (recorder = new ThreadRecorder(world, { seconds, margin: 0.5 })),
  });
  await recorder.ended;
  const { from, to, updates, updated } = recorder.recording;
  const demanded = game.enemies.reduce((sum, enemy) => sum + game.minRate(enemy), 0) * (cost / 1000);
  expect(demanded).toBeLessThan(0.5);
  const ageOfOldest = Math.max(...updates.longest.subarray(game.players.length));
  expect(to - from).toBeGreaterThan(20 * ageOfOldest);
  // There is time for only a third of the updates at full rate.
  expect(updated / count / ((to - from) / window)).toBeLessThan(0.36);
  const shares = Array.from(updates.lived.subarray(game.players.length), (lived) => lived / (to - from));
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.98);
  // The pending time of an enemy at the end is at most a twentieth of the counted time.
  expect(Math.min(...shares)).toBeGreaterThan(0.95);
});
