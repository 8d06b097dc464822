import { expect, test } from '@playwright/test';
import { rowsOf } from '../../../packages/runs.test.setup.ts';
import { loops, measureScenes } from './measure-scenes.ts';

const address = '/e2e/lab/engines/pages/scene.html';

for (const engine of rowsOf(['phaser', 'pixi', 'three'] as const, { onlyLong: 2 })) {
  test(`the measurement of scenes in ${engine} returns figures of each loop`, async ({ page }) => {
    const options = { engine, fish: 50, sight: 10, seconds: 0.3, warmUp: 0.1, rounds: 1 };
    const { rows, samples = {} } = await measureScenes(page, address, options);
    expect(rows.map(({ loop }) => loop)).toEqual(loops);
    for (const { loop, ...figures } of rows) {
      expect(figures['fps'], String(loop)).toBeGreaterThan(0);
      expect(figures['time received, %'], String(loop)).toBeGreaterThan(0);
      expect(figures['updates/s of a visible fish'], String(loop)).toBeGreaterThan(0);
      expect(samples[`${String(loop)}, frame times`]!.length).toBeGreaterThan(0);
    }
  });
}
