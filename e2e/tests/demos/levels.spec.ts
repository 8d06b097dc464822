import { expect, test } from '@playwright/test';
import { isLong } from '../../../packages/runs.test.setup.ts';
import { finishLevel, recordedLevels } from '../../lab/game/run/finish-level.ts';

// `npm run test:long` plays all levels in three versions; a level with a flood of enemies takes some
// minutes. `npm test` plays one level in two versions.
const inGate = ['05-old-friends'];
// Small frames are drawn faster.
test.use({ viewport: { width: 320, height: 180 } });

for (const id of isLong ? recordedLevels() : inGate) {
  for (const version of isLong ? (['monolithic', 'adaptive'] as const) : (['adaptive'] as const)) {
    test(`${id} is finished by its recorded keys in the ${version} version, with the same final state`, async ({
      page,
    }) => {
      test.setTimeout(isLong ? 3_600_000 : 180_000);
      const { found, recorded } = await finishLevel(page, id, version);
      expect(found).toBe(recorded);
    });
  }
  test(`${id} is finished by its recorded keys in two threads in lock step, with the same final state`, async ({
    page,
  }) => {
    test.setTimeout(isLong ? 3_600_000 : 180_000);
    const { found, recorded } = await finishLevel(page, id, 'concurrent', '&lockstep&workers=2');
    expect(found).toBe(recorded);
  });
}
