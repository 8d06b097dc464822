import { test } from '@playwright/test';
import { findChromium, launchOptions } from '../../tools/browsers/find-chromium.ts';
import { withChromium } from '../../tools/browsers/with-chromium.ts';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureEcs } from './ecs/measure-ecs.ts';

// Takes about three minutes.
test('100,000 entities of entity component systems', async () => {
  const options = { ...launchOptions(findChromium()), args: ['--disable-gpu'] };
  const findings = await withChromium(options, async (browser) =>
    measureEcs(await browser.newPage(), {
      address: `${process.env[pagesOrigin] ?? ''}/e2e/lab/engines/ecs/pages/ecs.html`,
      entities: 100_000,
      seconds: 6,
      warmUp: 1.5,
      rounds: 4,
    }),
  );
  process.stderr.write(`${writeResults({ ...findings, name: 'engines-ecs' })}\n`);
});
