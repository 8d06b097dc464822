import { test } from '@playwright/test';
import { findChromium, launchOptions } from '../../tools/browsers/find-chromium.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { withChromium } from '../../tools/browsers/with-chromium.ts';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { digits, median } from '../../tools/statistics/statistics.ts';
import type { SessionReport } from '../../../demos/tandem-tools/session/session-report.ts';
import type { ReplayReport } from '../../tests/browser/monitor/pages/replay.ts';
import type { CostReport } from './pages/cost.ts';

const origin = process.env[pagesOrigin] ?? '';
const options = { ...launchOptions(findChromium()), args: ['--disable-gpu'] };

test('the size of logs, and the cost of recording', async () => {
  const [tandem, swarm, cost] = await withChromium(options, async (browser) => {
    const visit = async <Report>(address: string): Promise<Report> =>
      readReport<Report>(await browser.newPage(), `${origin}${address}`);
    return [
      await visit<SessionReport>('/demos/tandem-tools/session/session.html?seconds=30&enemies=300'),
      await visit<ReplayReport>('/e2e/tests/browser/monitor/pages/replay.html?workers=2&steps=600'),
      await visit<CostReport>('/e2e/lab/replay/pages/cost.html'),
    ] as const;
  });
  const perMinute = 60_000 / swarm.recordedTime;
  const kB = (bytes: number): number => digits(bytes / 1000, 3);
  const us = (kind: keyof CostReport['times']): number => digits(median(cost.times[kind]), 3);
  const rows = [
    {
      program: `Tandem, ${tandem.enemies} enemies`,
      'same state': tandem.recordedHash === tandem.replayedHash && tandem.isSameTape,
      'kB per minute': kB(tandem.bytesPerMinute),
      'kB per minute, compressed': kB(tandem.compressedPerMinute),
      'kB of the tape per minute': kB(tandem.tapePerMinute),
      'replay, times real time': digits((1000 * tandem.seconds) / tandem.replayTime, 3),
    },
    {
      program: 'the program of 100 lines, 2 workers',
      'same state': swarm.recordedHash === swarm.replayedHash,
      'kB per minute': kB(swarm.bytes * perMinute),
      'kB per minute, compressed': kB(swarm.compressedBytes * perMinute),
      'kB of the tape per minute': null,
      'replay, times real time': digits(swarm.recordedTime / swarm.replayTime, 3),
    },
  ];
  const parameters = {
    callbacks: cost.callbacks,
    'µs per turn without a probe': us('plain'),
    'µs per turn with an empty probe': us('probed'),
    'µs per turn in a recorded session': us('recorded'),
    'bytes per turn': digits(cost.bytesPerTurn, 3),
    args: options.args,
  };
  const samples = { tandem: [tandem], swarm: [swarm], ...cost.times };
  process.stderr.write(`${writeResults({ name: 'replay', parameters, rows, samples })}\n`);
});
