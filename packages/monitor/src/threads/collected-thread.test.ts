import { expect, test } from 'vitest';
import type { ThreadRecords } from '../recording/follower.ts';
import { kindOf } from '../recording/recorded-event.ts';
import { RecordRing, recordSize } from '../recording/record-ring.ts';
import { SharedNames } from '../recording/shared-names.ts';
import { CollectedThread } from './collected-thread.ts';
import type { RecordAnswer } from './messages.ts';

const capacity = 64;

/** A thread in shared memory whose ring has had a number of records. */
function threadAfter(records: number): {
  readonly thread: CollectedThread;
  readonly write: (count: number) => void;
} {
  const memory = new SharedArrayBuffer(RecordRing.bytesOf(capacity));
  new Int32Array(memory)[0] = records;
  const ring = new RecordRing(memory);
  const answer: RecordAnswer = {
    doha: 'monitor answer',
    collector: 'collector',
    request: 0,
    asked: 0,
    recorder: 'recorder',
    thread: 'server',
    capacity,
    origin: undefined,
    received: 0,
    sent: 0,
    names: ['value'],
    firstName: 0,
    memory: { records: memory, names: new SharedNames().memory },
    numbers: new Float64Array(),
    lost: 0,
    position: 0,
  };
  const write = (count: number): void => {
    for (let left = count; left > 0; left--) ring.write(kindOf.turn, 1, 2, 0, 0);
  };
  return { thread: new CollectedThread('server', answer, undefined), write };
}

const countsOf = ({ lost, numbers }: Pick<ThreadRecords, 'lost' | 'numbers'>): [number, number] => [
  numbers.length / recordSize,
  lost,
];

test('the records of a ring are kept, and the lost ones are counted, when their number passes 2³²', () => {
  const { thread, write } = threadAfter(2 ** 32 - 2000);
  const follower = thread.follow();
  write(1990);
  expect(countsOf(thread.since(0))).toEqual([capacity - 2, 2 ** 32 - 10 - capacity + 2]);
  write(15);
  expect(countsOf(thread.since(0))).toEqual([capacity - 2, 2 ** 32 + 5 - capacity + 2]);
  expect(follower.take().map(countsOf)).toEqual([[capacity - 2, 2005 - capacity + 2]]);
  write(3);
  expect(follower.take().map(countsOf)).toEqual([[3, 0]]);
  thread.forget();
  expect(thread.lost).toBe(2 ** 32 + 8);
  expect(follower.take()).toEqual([]);
});
