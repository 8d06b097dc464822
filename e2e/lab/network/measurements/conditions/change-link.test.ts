import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LinkDirection, Side } from '../../link/lab.ts';
import { changeLink } from './change-link.ts';
import type { Condition } from './condition.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the changes of a link in the first 1,000 ms of a condition, each as text. Nothing may change after that. */
async function changesOf(condition: Omit<Condition, 'name'>): Promise<string[]> {
  const changes: string[] = [];
  const began = Date.now();
  const note = (text: string): void => void changes.push(`${Date.now() - began}: ${text}`);
  const lab = {
    set: async (settings: Partial<LinkDirection>, ...from: readonly Side[]) =>
      note(`${JSON.stringify(settings)} ${from.join()}`),
    hole: async (milliseconds: number) => note(`hole ${milliseconds}`),
  };
  const link = { rate: 16, roundTrip: 30, congestionControl: 'cubic' } as const;
  const end = changeLink(lab, { name: 'changes', ...condition }, link);
  await vi.advanceTimersByTimeAsync(1000);
  end();
  const { length } = changes;
  await vi.advanceTimersByTimeAsync(1000);
  expect(changes).toHaveLength(length);
  return changes;
}

test('rates and delays change to their next value after each period, each on its side', async () => {
  expect(await changesOf({ rates: { values: [2, 16], every: 300 } })).toEqual([
    '300: {"rate":2000000} left',
    '600: {"rate":16000000} left',
    '900: {"rate":2000000} left',
  ]);
  expect(await changesOf({ delays: { side: 'right', values: [60], every: 800 } })).toEqual([
    '800: {"delay":60} right',
  ]);
});

test('a link that stops continues with the rates of its plan, unless the run ends before', async () => {
  expect(await changesOf({ uplink: 4, stops: { every: 400, lasting: 250 } })).toEqual([
    '400: {"rate":100} ',
    '650: {"rate":16000000} left',
    '650: {"rate":4000000} right',
    '800: {"rate":100} ',
  ]);
});

test('holes repeat', async () => {
  expect(await changesOf({ holes: { every: 450, lasting: 50 } })).toEqual(['450: hole 50', '900: hole 50']);
});
