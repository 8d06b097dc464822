import { test } from '@playwright/test';
import { Lab, whyNoLab } from './netlab/lab.ts';
import { measureFlows } from './netlab/measure-flows.ts';
import { measureHoles } from './netlab/measure-holes.ts';
import { measureShare } from './netlab/measure-share.ts';
import { type Findings, writeResults } from './results.ts';

const why = whyNoLab();
const seconds = Number(process.env['DOHA_SECONDS'] ?? 60);
const tell = (text: string): void => void process.stderr.write(`${text}\n`);

test('videos that compete for a bottleneck', async () => {
  await inLab((lab) =>
    measureFlows({
      lab,
      tell,
      seconds,
      warmup: 10,
      goes: 2,
      standbys: 0,
      rate: 16,
      roundTrip: 30,
      congestionControl: 'cubic',
      flows: [8, 16, 24, 32],
      transports: ['plain', 'none', 'paceA', 'paceK', 'minBuf 1 0'],
    }),
  );
});

test('a share of the link beside one TCP connection that takes all it can get', async () => {
  await inLab((lab) =>
    measureShare({
      lab,
      tell,
      seconds,
      warmup: 10,
      goes: 3,
      links: [
        [4, 100],
        [16, 30],
        [50, 20],
      ],
      transports: ['plain', 'none', 'paceA', 'paceK'],
    }),
  );
});

test('the connection that is used vanishes for a while', async () => {
  await inLab((lab) =>
    measureHoles({
      lab,
      tell,
      holes: [100, 300, 600, 2000],
      transports: ['plain', 'paceA', 'paceK'],
      goes: 5,
    }),
  );
});

async function inLab(measure: (lab: Lab) => Promise<Findings>): Promise<void> {
  test.skip(why !== undefined, why);
  const lab = await Lab.up();
  try {
    tell(writeResults(await measure(lab)));
  } finally {
    lab.down();
  }
}
