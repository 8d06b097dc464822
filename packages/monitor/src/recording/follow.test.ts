import { expect, test } from 'vitest';
import { recordSize } from './record-ring.ts';
import { Recorder } from './recorder.ts';

test('each follower takes each record once, beginning with the first one after `follow()`', () => {
  const recorder = new Recorder({ capacity: 16 });
  recorder.signal('before', 0);
  const first = recorder.follow();
  recorder.signal('one', 1);
  const second = recorder.follow();
  recorder.signal('two', 2);
  const names = (follower: typeof first): readonly string[] =>
    follower.take().flatMap(({ nameOf, numbers }) => {
      const count = numbers.length / recordSize;
      return Array.from({ length: count }, (_, i) => nameOf(numbers[i * recordSize + 3]!));
    });
  expect(names(first)).toEqual(['one', 'two']);
  expect(names(second)).toEqual(['two']);
  expect(first.take()).toEqual([]);
});

test('a slow follower learns how many records it has lost', () => {
  const recorder = new Recorder({ capacity: 16 });
  const follower = recorder.follow();
  for (let i = 0; i < 20; i++) recorder.signal('queue', i);
  const [taken] = follower.take();
  expect(taken).toMatchObject({ thread: 'main', lost: 6, shift: 0 });
  expect(taken!.numbers[4]).toBe(6);
  expect(follower.take()).toEqual([]);
});
