import { test } from '@playwright/test';
import { findChromium, launchOptions } from '../../tools/browsers/find-chromium.ts';
import { withChromium } from '../../tools/browsers/with-chromium.ts';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureScenes } from './measure-scenes.ts';

// Takes about two minutes per engine.
for (const engine of ['pixi', 'phaser', 'three'] as const) {
  test(`a scene with many fish in ${engine}`, async () => {
    const args = ['--disable-gpu', '--enable-unsafe-swiftshader'];
    const address = `${process.env[pagesOrigin] ?? ''}/e2e/lab/engines/pages/scene.html`;
    const plan = { engine, fish: 1500, sight: 1500, seconds: 4, warmUp: 2, rounds: 3 };
    const findings = await withChromium({ ...launchOptions(findChromium()), args }, async (browser) =>
      measureScenes(await browser.newPage(), address, plan),
    );
    const path = writeResults({ ...findings, name: `engines-${engine}` });
    process.stderr.write(`${path}\n`);
  });
}
