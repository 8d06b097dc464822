import { test } from '@playwright/test';
import { findChromium, launchOptions } from '../../tools/browsers/find-chromium.ts';
import { withChromium } from '../../tools/browsers/with-chromium.ts';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureDrawing } from './measure-drawing.ts';

// Takes about ten minutes, most of them with an emulated GPU.
test('ways to draw many small things', async () => {
  const options = launchOptions(findChromium());
  for (const { name, args } of [
    { name: 'drawing-software', args: ['--disable-gpu'] },
    { name: 'drawing', args: options.args ?? [] },
  ]) {
    const address = `${process.env[pagesOrigin] ?? ''}/e2e/lab/drawing/pages/drawing.html`;
    const findings = await withChromium({ ...options, args }, async (browser) => {
      const plan = { things: [1000, 5000, 10_000], seconds: 5, warmUp: 1, rounds: 3 };
      return measureDrawing(await browser.newPage(), address, plan);
    });
    const path = writeResults({ ...findings, name, parameters: { ...findings.parameters, args } });
    process.stderr.write(`${path}\n`);
  }
});
