import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordOf } from '../file/event-record.ts';
import { anyRecording } from './any-recording.test.setup.ts';
import { isEvent } from './check-events.ts';
import { eventsOf } from './events-of.ts';
import { Recorder } from './recorder.ts';
import { eventKinds, kindOf } from './recorded-event.ts';
import { soundRecords } from './sound-records.ts';

const { drop, message, receipt, remote, signal, task, timer, turn, window } = kindOf;

test('records that are not valid are removed and counted as lost', () => {
  const good = [
    [task, 1, 2, 1, -1e300, 3],
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
    [task, 1, 2, 1, -Infinity, 0],
    [task, 1, 2, 1, 0, -1],
    [timer, 1, 2, 1, NaN, 0],
    [timer, 1, 2, 1, -1, 0],
    [window, 1, 2, 1, NaN, 1],
    [drop, 1, 2, 1, 2, 0],
    [signal, 1, 2, 1, Infinity, 0],
    [remote, 1, 2, 1, -1, 0],
    [remote, 1, 2, 1, 1, NaN],
    [message, 1, 2, 1, 0.5, 0],
    [message, 1, 2, 1, 5 * 2 ** 16 * 5, 1e300],
    [receipt, 1, 2, 1, 5, NaN],
  ];
  const mixed = bad.flatMap((record, index) => [record, good[index % good.length]!]);
  const kept = bad.flatMap((_, index) => good[index % good.length]!);
  expect(soundRecords({ numbers: Float64Array.from(mixed.flat()), lost: 2 })).toEqual({
    numbers: Float64Array.from(kept),
    lost: 2 + bad.length,
  });
});

test('the events of the records that are kept are valid, with the shifted times', () => {
  const odd = [NaN, -Infinity, Infinity, -1, -0, 0, 0.5, 1, 2, 9, 1e300, 2 ** 20, 2 ** 40, 2 ** 43, 2 ** 53];
  const number = fc.oneof(fc.constantFrom(...odd), fc.double(), fc.maxSafeNat());
  const kind = fc.oneof(fc.nat(eventKinds.length), fc.constantFrom(NaN, 0.5, -1));
  const record = fc.tuple(kind, number, number, fc.constantFrom(0, 1), number, number);
  const shifts = fc.constantFrom(0, 5, -(2 ** 41), 2 ** 43);
  fc.assert(
    fc.property(fc.array(record, { maxLength: 20 }), shifts, (records, shift) => {
      const taken = soundRecords({ numbers: Float64Array.from(records.flat()), lost: 0 }, shift);
      expect(taken.numbers.length / 6 + taken.lost).toBe(records.length);
      const events = eventsOf({ ...taken, thread: 'main', shift, nameOf: (name) => `name ${name}` });
      expect(events.filter((event) => !isEvent(event))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test('the records of valid events are kept', () => {
  fc.assert(
    fc.property(anyRecording, ({ events }) => {
      const numbers = events.flatMap((event) => {
        const [kind, value, second] = recordOf(event, () => 1);
        return [kind, event.start, event.end, 1, value, second];
      });
      expect(soundRecords({ numbers: Float64Array.from(numbers), lost: 0 }).lost).toBe(0);
    }),
  );
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
