import { test } from '@playwright/test';
import { Lab, whyNoLab } from './netlab/lab.ts';
import { measureFlows } from './netlab/measure-flows.ts';
import { writeResults } from './results.ts';

const why = whyNoLab();

test('videos that compete for a bottleneck', async () => {
  test.skip(why !== undefined, why);
  const lab = await Lab.up();
  try {
    const findings = await measureFlows({
      lab,
      rate: 16,
      roundTrip: 30,
      congestionControl: 'cubic',
      flows: [8, 16, 24, 32],
      transports: ['plain', 'none', 'paceA', 'paceK', 'minBuf 1 0'],
      standbys: 0,
      seconds: Number(process.env['DOHA_SECONDS'] ?? 60),
      warmup: 10,
      goes: 2,
      tell: (text) => process.stderr.write(`${text}\n`),
    });
    process.stderr.write(`${writeResults(findings)}\n`);
  } finally {
    lab.down();
  }
});
