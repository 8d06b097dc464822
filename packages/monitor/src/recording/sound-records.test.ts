import { expect, test } from 'vitest';
import { Recorder } from './recorder.ts';
import { kindOf } from './recorded-event.ts';
import { soundRecords } from './sound-records.ts';

const { drop, message, receipt, remote, signal, task, timer, turn, window } = kindOf;

test('records that are not valid are removed and counted as lost', () => {
  const good = [
    [task, 1, 2, 1, -Infinity, 3],
    [timer, -5, -4, 0, 0, 0],
    [turn, 0, 0, 4096, 0, 0],
    [window, 0, 0, 1, 2, 3],
    [drop, 0, 0, 1, 1, 0],
    [signal, 0, 0, 1, -1e300, 0],
    [remote, 5, 6, 1, 2 ** 40, -5],
    [message, 0, 0, 1, 7, 8],
    [receipt, 0, 0, 1, 7, 8],
  ];
  const bad = [
    [NaN, 1, 2, 1, 0, 0],
    [99, 1, 2, 1, 0, 0],
    [0.5, 1, 2, 1, 0, 0],
    [turn, NaN, 2, 1, 0, 0],
    [turn, 1, Infinity, 1, 0, 0],
    [turn, 1e300, 1e300, 1, 0, 0],
    [turn, 2, 1, 1, 0, 0],
    [turn, 1, 2, NaN, 0, 0],
    [turn, 1, 2, -1, 0, 0],
    [task, 1, 2, 1, NaN, 0],
    [task, 1, 2, 1, 0, -1],
    [timer, 1, 2, 1, NaN, 0],
    [timer, 1, 2, 1, -1, 0],
    [window, 1, 2, 1, NaN, 1],
    [drop, 1, 2, 1, 2, 0],
    [signal, 1, 2, 1, Infinity, 0],
    [remote, 1, 2, 1, -1, 0],
    [remote, 1, 2, 1, 1, NaN],
    [message, 1, 2, 1, 0.5, 0],
    [message, 1, 2, 1, 5, 1e300],
    [receipt, 1, 2, 1, 5, NaN],
  ];
  const mixed = bad.flatMap((record, index) => [record, good[index % good.length]!]);
  const kept = bad.flatMap((_, index) => good[index % good.length]!);
  expect(soundRecords({ numbers: Float64Array.from(mixed.flat()), lost: 2 })).toEqual({
    numbers: Float64Array.from(kept),
    lost: 2 + bad.length,
  });
});

test.each([NaN, Infinity, -Infinity, 1e300])('a clock that shows %d breaks no recording', (wrong) => {
  let now = 1;
  const recorder = new Recorder({ clock: { now: () => now } });
  const follower = recorder.follow();
  const expected = (count: number): unknown => [{ name: 'good' }, { name: 'good' }].slice(0, count);
  recorder.signal('good', 1);
  now = wrong;
  recorder.signal('bad', 1);
  recorder.span('bad', () => (now = 2));
  recorder.signal('good', 1);
  const { events, lost } = recorder.recording();
  expect(events).toMatchObject(expected(2) as object);
  expect([events.length, lost]).toEqual([2, 2]);
  const [taken] = follower.take();
  expect([taken!.numbers.length / 6, taken!.lost]).toEqual([2, 2]);
  expect(follower.take()).toEqual([]);
});
