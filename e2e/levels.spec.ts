import { expect, test } from '@playwright/test';
import { finishLevel, recordedLevels } from './finish-level.ts';

// Small pictures are soon drawn.
test.use({ viewport: { width: 320, height: 180 } });

// `LEVELS=all` plays all of them in both versions, the floods for some minutes each; the gate plays these.
const playsAll = process.env['LEVELS'] === 'all';
const inGate = [
  ['01-side-by-side', 'monolithic'],
  ['01-side-by-side', 'adaptive'],
  ['03-give-me-a-lift', 'adaptive'],
  ['05-old-friends', 'monolithic'],
] as const;
const all = recordedLevels().flatMap((id) => [[id, 'monolithic'] as const, [id, 'adaptive'] as const]);

for (const [id, version] of playsAll ? all : inGate) {
  test(`${id} is finished by its keys in the ${version} version, to the same end`, async ({ page }) => {
    test.setTimeout(playsAll ? 1_200_000 : 120_000);
    const { found, recorded } = await finishLevel(page, id, version);
    expect(found).toBe(recorded);
  });
}
