import { expect, test } from '@playwright/test';
import { checkLab } from './netlab/check-lab.ts';
import { Lab, whyNoLab } from './netlab/lab.ts';
import { jainOf, measureFlows } from './netlab/measure-flows.ts';

const why = whyNoLab();

test('a lab carries what comes, queues no more than it is to, and loses what it is told to', async () => {
  test.skip(why !== undefined, why);
  const lab = await Lab.up();
  try {
    const { queue } = await checkLab(lab, { rate: 8e6, delay: 5, queue: 50_000 });
    expect(queue).toBeLessThanOrEqual(50_000);
    expect(queue).toBeGreaterThan(45_000);
    const { left } = await lab.count();
    expect(left.dropped).toBeGreaterThan(0);
    expect(left.lost + left.inHoles).toBe(0);
    await lab.lose('left', 1, 7);
    const { faults } = await checkLab(lab, { rate: 8e6, delay: 5, queue: 50_000 });
    expect(faults).toContain('100 of 100 packets are lost by an idle link');
    expect((await lab.count()).left.lost).toBeGreaterThan(left.lost + 99);
    await expect(lab.set({ rate: 0 })).rejects.toThrow('Lab: rate 0 0: error');
  } finally {
    lab.down();
  }
});

test('the measurement of flows lets videos compete in a lab', async () => {
  test.skip(why !== undefined, why);
  const lab = await Lab.up();
  try {
    const { rows } = await measureFlows({
      lab,
      rate: 16,
      roundTrip: 30,
      congestionControl: 'cubic',
      flows: [2],
      transports: ['plain', 'paceK'],
      standbys: 1,
      seconds: 2,
      warmup: 1,
      goes: 1,
      tell: () => {},
    });
    expect(rows.map(({ transport }) => transport)).toEqual(['plain', 'paceK']);
    for (const row of rows) {
      expect(row['control median, ms']).toBeGreaterThanOrEqual(15);
      expect(row['goodput, Mbit/s']).toBeGreaterThan(1);
    }
  } finally {
    lab.down();
  }
});

test('Jain’s index is 1 where all have as much, and 1 / n where one has all', () => {
  expect(
    jainOf([
      [1, 5, 0],
      [1, 0, 0],
    ]),
  ).toEqual([1, 0.5, 1]);
});
