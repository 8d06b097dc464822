import { rmSync } from 'node:fs';
import { test } from '@playwright/test';
import { findChromium, launchOptions } from '../../tools/browsers/find-chromium.ts';
import { withChromium } from '../../tools/browsers/with-chromium.ts';
import { writeResults } from '../../tools/results/results.ts';
import { buildSite } from '../../tools/servers/build-site.ts';
import { isolation, serveFolder } from '../../tools/servers/static-server.ts';
import { measureStart } from './measure-start.ts';

// The emulation of a GPU blocks the browser for seconds when it starts. For the game it also costs fps, see
// `noGpuArguments` in e2e/lab/game/run/play-run.ts.
const args = ['--disable-gpu'];

test('the start of the built game', async () => {
  const folder = buildSite();
  const plain = await serveFolder(folder);
  const isolating = await serveFolder(folder, { headers: () => isolation });
  const addresses = {
    'host without headers': `${plain.origin}/tandem/`,
    'host with headers': `${isolating.origin}/tandem/`,
  };
  const findings = await withChromium({ ...launchOptions(findChromium()), args }, async (browser) => {
    await measureStart(browser, { addresses, visitors: 1 }); // warms up the browser
    return measureStart(browser, { addresses, visitors: 15 });
  });
  await Promise.all([plain.close(), isolating.close()]);
  rmSync(folder, { recursive: true });
  const parameters = { ...findings.parameters, args };
  process.stderr.write(`${writeResults({ ...findings, name: 'start', parameters })}\n`);
});
