import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkTo, readLink } from './link.ts';
import type { Report } from './report.ts';
import type { Sample } from './sample.ts';
import { summarize } from './summary.ts';

function sampleOf(contestant: string, round: number, changes: Partial<Sample> = {}): Sample {
  const figures = { duration: 1000, frames: 60, longestGap: 17, latencies: [20], lived: 1 };
  return {
    scene: 'field',
    contestant,
    round,
    ...figures,
    livedUnweighted: 0.9,
    reference: 2,
    updateRate: 1234,
    ...changes,
  };
}

const report: Report = {
  date: '2026-01-02T03:04:05.000Z',
  environment: {
    browser: 'A Browser/1',
    cores: 4,
    gpu: 'a GPU <b>',
    displayRate: 60,
    isolated: true,
    canvas: '10 × 8',
  },
  plan: { seconds: 1, rounds: 3, input: 'visitor', scenes: ['field'], contestants: ['one', 'two', 'three'] },
  missing: { three: 'this browser has no such thing' },
  calibrations: [{ scene: 'field', entities: 9, effort: 3, frame: 2.0004, update: 8.1, load: 3.01 }],
  samples: [1, 2, 3].flatMap((round) => [
    sampleOf('one', round, { frames: 10 * round, interactions: [24, 32] }),
    sampleOf('two', round, { latencies: [] }),
  ]),
};

test('a summary has medians and spreads, and no score without input', () => {
  const { entries, overall } = summarize(report);
  expect(entries.map(({ contestant }) => contestant)).toEqual(['one', 'two']);
  expect(entries[0]).toMatchObject({ fps: 20, latency: 20, inp: 32, losses: { input: 0, life: 0 } });
  expect(entries[0]!.losses!.frames).toBeCloseTo(100 - entries[0]!.score!.median, 1);
  expect(entries[0]!.score!.low).toBeLessThan(entries[0]!.score!.median);
  expect(overall[0]!.score).toEqual(entries[0]!.score);
  expect(entries[1]!.score ?? entries[1]!.latency ?? entries[1]!.inp ?? overall[1]!.score).toBeUndefined();
});

test('a link opens the same summary', async () => {
  const summary = summarize(report);
  const link = await linkTo(summary);
  expect(link).toMatch(/^#results=[\w-]+$/);
  expect(await readLink(link)).toEqual(summary);
  expect(await readLink('#elsewhere')).toBeUndefined();
});

test('a damaged link is refused with a message for users', async () => {
  const link = await linkTo(summarize(report));
  await expect(readLink(link.slice(0, -9))).rejects.toThrow('The link is damaged');
  await expect(readLink('#results=1%%%')).rejects.toThrow('The link is damaged');
  await expect(readLink('#results=2abc')).rejects.toThrow('another version');
  await expect(readLink(`#results=1${'A'.repeat(30_000)}`)).rejects.toThrow('too long');
  const bomb = await linkTo({ ...summarize(report), date: ' '.repeat(1_000_000) });
  await expect(readLink(bomb)).rejects.toThrow('The link is damaged');
});

test('a summary with any changed field is either refused or shown as it is', async () => {
  const names = fc.constantFrom(
    'date',
    'environment',
    'plan',
    'missing',
    'calibrations',
    'overall',
    'entries',
  );
  await fc.assert(
    fc.asyncProperty(names, fc.jsonValue(), async (name, value) => {
      const changed = { ...summarize(report), [name]: value } as ReturnType<typeof summarize>;
      const read = await readLink(await linkTo(changed)).catch((error: unknown) => String(error));
      if (typeof read === 'string') expect(read).toContain('damaged');
      else expect(read?.entries.every(({ fps }) => Number.isFinite(fps))).toBe(true);
    }),
    { numRuns: 50 },
  );
});
