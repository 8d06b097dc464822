import { test } from '@playwright/test';
import { findChromium, launchOptions } from '../../tools/browsers/find-chromium.ts';
import { withChromium } from '../../tools/browsers/with-chromium.ts';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureReact } from './react/measure-react.ts';

// Takes about three minutes.
test('a list of 10,000 items in React', async () => {
  const options = { ...launchOptions(findChromium()), args: ['--disable-gpu'] };
  const findings = await withChromium(options, (browser) =>
    measureReact(() => browser.newPage({ viewport: { width: 1280, height: 800 } }), {
      address: `${process.env[pagesOrigin] ?? ''}/examples/engines/react/index.html`,
      rows: 10_000,
      letters: 'samori',
      letterEvery: 150,
      rounds: 5,
    }),
  );
  process.stderr.write(`${writeResults({ ...findings, name: 'engines-react' })}\n`);
});
