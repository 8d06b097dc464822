import { type Browser, chromium, test } from '@playwright/test';
import { findChromium, launchOptions } from './chromium.ts';
import { builtOrigin } from './origins.ts';
import { measureDrawing } from './measure-drawing.ts';
import { writeResults } from './results.ts';

test('ways to draw many small things', async () => {
  for (const args of [['--disable-gpu'], []]) {
    const browser: Browser = await chromium.launch({ ...launchOptions(findChromium()), args });
    const page = await browser.newPage();
    const findings = await measureDrawing(page, `${process.env[builtOrigin] ?? ''}/e2e/pages/drawing.html`, {
      things: [1000, 5000, 10_000],
      seconds: 5,
      rounds: 3,
    });
    await browser.close();
    const name = args.length > 0 ? 'drawing-software' : 'drawing';
    writeResults({ ...findings, name, parameters: { ...findings.parameters, args } });
  }
});
