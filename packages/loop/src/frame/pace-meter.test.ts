import { expect, test } from 'vitest';
import { Entry } from './entities/entity-list.ts';
import { Frame } from './frame.ts';
import { PaceMeter } from './pace-meter.ts';

function listed(): Entry<object> {
  const entry = new Entry({});
  entry.listed = 1;
  return entry;
}

test('all excluded times of an entry in one window are subtracted, including the time that `addEarly` excludes', () => {
  const meter = new PaceMeter<object>();
  const [one, other] = [listed(), listed()];
  meter.exclude(one, 3);
  meter.addEarly(one, 4);
  meter.exclude(other, 2);
  meter.addLast(other, 10);
  meter.receivedTime = 12;
  meter.endWindow(1, 10);
  expect(meter.pace).toBe(12 / (4 + (10 - 2) + (10 - 3 - 4)));
});

test('an entry with excluded time counts in full in the next window', () => {
  const meter = new PaceMeter<object>();
  const [stays, leaves] = [listed(), listed()];
  meter.exclude(stays, 3);
  meter.exclude(leaves, 5);
  leaves.listed = 0;
  meter.endWindow(1, 10);
  meter.endWindow(2, 10);
  meter.receivedTime = 27;
  expect(meter.pace).toBe(27 / (10 - 3 + 2 * 10));
});

test('many entities that move to `always` in one step take linear time', () => {
  // In quadratic time the step would take minutes and exceed the time limit of the test.
  const entities = Array.from({ length: 50_000 }, () => ({}));
  const always: object[] = [];
  const frame = new Frame({ entities, always, priority: () => 1, update: () => {}, stepsPerWindow: 4 });
  frame.run({ elapsed: 17, budget: 0 });
  frame.run({ elapsed: 17, budget: 1e6 });
  always.push(...entities.splice(0));
  frame.run({ elapsed: 17, budget: 1e6 });
  expect(frame.stats).toMatchObject({ steps: 3, updated: 50_000, pace: 1 });
});
