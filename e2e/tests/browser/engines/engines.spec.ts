import { expect, test } from '@playwright/test';
import { readReport } from '../../../tools/browsers/read-report.ts';
import type { EnginesReport } from './pages/engines.ts';
import type { RefusedWorkerReport } from './pages/refused-worker.ts';

const pages = '/e2e/tests/browser/engines/pages';

test('a frame follows the time, the pauses and the end of its engine, and errors do not end the engine', async ({
  page,
}) => {
  const { phaser, pixi, three } = await readReport<EnginesReport>(page, `${pages}/engines.html`);

  const { surplus, ...inPixi } = pixi;
  expect(inPixi).toEqual({
    received: [1000, 1500],
    survivesErrors: true,
    errors: ['chaos'],
    afterDispose: [0, 1],
    hiddenSteps: { run: expect.any(Number), pause: 0 },
    refusals: [
      'TypeError: addToTicker: ticker must be a Ticker of Pixi, got undefined',
      'TypeError: addToTicker: ticker must be a Ticker of Pixi, got an object (Object)',
    ],
  });
  expect(pixi.hiddenSteps.run).toBeGreaterThanOrEqual(5);
  expect(surplus).toBeLessThanOrEqual(1);

  const { steps, ...inPhaser } = phaser;
  const [running, paused, resumed, asleep, awake] = steps;
  expect([paused, asleep]).toEqual([0, 0]);
  for (const made of [running, resumed, awake]) expect(made).toBeGreaterThan(0);
  expect(inPhaser).toEqual({
    survivesErrors: true,
    errors: ['chaos'],
    listeners: [inPhaser.listeners[0], inPhaser.listeners[0]! + 5, inPhaser.listeners[0]],
    isDisposed: true,
    refusals: [
      'TypeError: addToScene: scene must be a Scene of Phaser that has been started, got undefined',
      'TypeError: addToScene: scene must be a Scene of Phaser that has been started, got an object (Object)',
    ],
  });

  expect(three).toEqual({
    drawn: expect.any(Number),
    errors: ['chaos in draw', 'chaos in update'],
    afterDispose: 0,
    isSmooth: true,
    refusals: [
      'TypeError: runInAnimationLoop: renderer must be a renderer of three.js, got undefined',
      'TypeError: runInAnimationLoop: renderer must be a renderer of three.js, got an object (Object)',
    ],
  });
});

test('a hidden page whose policy forbids workers makes its steps from timers, and reports the reason once', async ({
  page,
}) => {
  const report = await readReport<RefusedWorkerReport>(page, `${pages}/refused-worker.html`);
  expect(report.errors).toEqual([expect.stringContaining('worker-src blob:')]);
  expect(report.steps).toBeGreaterThanOrEqual(3);
  expect(report.afterwards).toBe(0);
});
