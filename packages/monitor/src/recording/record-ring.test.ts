import { expect, test } from 'vitest';
import { chanceOf } from '../../../chance.test.setup.ts';
import { RecordRing, recordSize, type TakenRecords } from './record-ring.ts';

/** The values of taken records. */
function valuesOf({ numbers }: TakenRecords): number[] {
  return Array.from({ length: numbers.length / recordSize }, (_, i) => numbers[(i + 1) * recordSize - 2]!);
}

function write(ring: RecordRing, from: number, to: number): void {
  for (let value = from; value < to; value++) ring.write(1, value, value + 1, 2, value);
}

test('a reader takes each record once, with all of its numbers', () => {
  const ring = RecordRing.create(16, false);
  ring.write(3, 1.5, 2.5, 7, -1, 8);
  expect(ring.take()).toEqual({ numbers: Float64Array.of(3, 1.5, 2.5, 7, -1, 8), lost: 0 });
  expect(ring.take()).toEqual({ numbers: new Float64Array(), lost: 0 });
});

test('a slow reader gets the newest records, and the number of the lost ones', () => {
  const ring = RecordRing.create(16, false);
  write(ring, 0, 50);
  const taken = ring.take();
  expect(valuesOf(taken)).toEqual(Array.from({ length: 14 }, (_, i) => 36 + i));
  expect(taken.lost).toBe(36);
});

test('all records are taken or counted as lost, in order, however many come between two readings', () => {
  const chance = chanceOf(1);
  const ring = RecordRing.create(16, false);
  let next = 0;
  for (let round = 0; round < 500; round++) {
    const count = Math.floor(40 * chance());
    write(ring, next, next + count);
    const taken = ring.take();
    const values = valuesOf(taken);
    expect(taken.lost + values.length).toBe(count);
    expect(values).toEqual(Array.from(values, (_, i) => next + taken.lost + i));
    next += count;
  }
});

test('a reader that comes later gets only later records', () => {
  const ring = RecordRing.create(16, true);
  write(ring, 0, 3);
  const reader = new RecordRing(ring.memory);
  write(ring, 3, 5);
  expect(valuesOf(reader.take())).toEqual([3, 4]);
});

test('the writer can copy all records of a full ring, and they stay in it', () => {
  const ring = RecordRing.create(16, false);
  write(ring, 0, 20);
  for (let time = 0; time < 2; time++) {
    expect(valuesOf(ring.newest())).toEqual(Array.from({ length: 16 }, (_, i) => 4 + i));
    expect(ring.newest().lost).toBe(4);
  }
});

test('a record that would end before it begins has no duration', () => {
  const ring = RecordRing.create(16, false);
  ring.write(1, 10, 5, 2, 3);
  expect([...ring.newest().numbers]).toEqual([1, 10, 10, 2, 3, 0]);
});
