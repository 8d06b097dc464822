import { expect, test } from 'vitest';
import { SignalSet } from './signal-set.ts';
import { Timeline } from './timeline.ts';

const create = (): SignalSet => new SignalSet(new Timeline(10, 1, 0));
const namesOf = (signals: SignalSet): string[] => signals.all.map(({ name }) => name);

test('signals of other threads have the thread in their name', () => {
  const signals = create();
  signals.push('main', 'queue', 0, 1);
  signals.push('worker', 'queue', 0, 2);
  signals.push('worker', '__proto__', 0, 2);
  expect(namesOf(signals)).toEqual(['queue', 'worker: queue', 'worker: __proto__']);
});

test('settings apply to signals of all threads, also to those that appear later', () => {
  const signals = create();
  signals.push('main', 'bytes', 0, 10);
  signals.configure('bytes', { aggregate: 'rate', unit: 'B' });
  signals.push('worker', 'bytes', 0, 10);
  signals.configure('late', { isShown: false });
  signals.push('main', 'late', 0, 1);
  expect(signals.all.map(({ settings, unit }) => [unit, settings.isShown])).toEqual([
    ['B/s', true],
    ['B/s', true],
    ['', false],
  ]);
  signals.push('worker', 'late', 0, 1);
  expect(signals.all.at(-1)!.settings.isShown).toBe(false);
});

test('after 64 signals, values of further ones are counted', () => {
  const signals = create();
  for (let i = 0; i < 70; i++) signals.push('main', `signal ${i}`, 0, i);
  signals.push('main', 'signal 3', 1, 5);
  expect(signals.all).toHaveLength(64);
  expect(signals.refused).toBe(6);
  const remove = signals.sample('one more', () => 1, {});
  expect(signals.all).toHaveLength(64);
  expect([signals.sampled, signals.refused]).toEqual([[], 7]);
  remove();
  signals.sample('signal 3', () => 1, {}); // replaces a signal
  expect(signals.all).toHaveLength(64);
  expect(signals.sampled).toHaveLength(1);
});

test('a sampled signal is read once for each sample', () => {
  const signals = create();
  let count = 0;
  const remove = signals.sample('count', () => ++count, {});
  for (const period of [0, 1, 2]) for (const sampled of signals.sampled) sampled.sample(period);
  expect([...signals.all[0]!.values(0, 3)]).toEqual([1, 2, 3]);
  remove();
  remove();
  expect([...signals.sampled, ...signals.all]).toEqual([]);
});

test.each<[string, () => number, string]>([
  [
    'throws',
    () => {
      throw new Error('no world');
    },
    'no world',
  ],
  ['returns NaN', () => NaN, 'returned NaN instead of a finite number'],
  ['returns no number', () => 'ä' as unknown as number, 'returned ä instead of a finite number'],
])('a callback that %s is not called again until it is enabled', (_, fail, message) => {
  const signals = create();
  let calls = 0;
  signals.sample('bad', () => (calls++ === 1 ? fail() : calls), {});
  const [sampled] = signals.sampled;
  for (const period of [0, 1, 2]) sampled!.sample(period);
  expect(calls).toBe(2);
  expect(sampled!.error).toBe(message);
  sampled!.enable();
  sampled!.sample(3);
  expect(sampled!.error).toBeUndefined();
  expect(calls).toBe(3);
});

test('the second signal of a name replaces the first, whose undo function then has no effect', () => {
  const signals = create();
  const remove = signals.sample('n', () => 1, {});
  signals.sample('n', () => 2, {});
  remove();
  for (const sampled of signals.sampled) sampled.sample(0);
  expect([...signals.all[0]!.values(0, 1)]).toEqual([2]);
});

test('signals of the main thread have no thread in their name, even if another thread is first', () => {
  const signals = new SignalSet(new Timeline(10, 1, 0), 'main');
  signals.push('worker', 'load', 0, 1);
  signals.push('main', 'enemies', 0, 2);
  expect(signals.all.map(({ name }) => name)).toEqual(['worker: load', 'enemies']);
});
