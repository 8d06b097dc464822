import { expect, test, vi } from 'vitest';
import type { Followed, Follower } from './follower.ts';
import { guardedFollower } from './guarded-follower.ts';
import { Recorder } from './recorder.ts';

function followedBy(take: Follower['take']): Followed {
  return { follow: () => ({ take }), recording: () => new Recorder().recording() };
}

test('the first error of a follower is reported, and it is asked again', () => {
  const recorder = new Recorder();
  const inner = recorder.follow();
  recorder.signal('value', 1);
  let calls = 0;
  const failed = vi.fn<(error: unknown) => void>();
  const follower = guardedFollower(
    followedBy(() => {
      if (++calls < 3) throw new Error(`${calls}`);
      return inner.take();
    }),
    failed,
  );
  expect([follower.take(), follower.take()]).toEqual([[], []]);
  expect(follower.take()).toHaveLength(1);
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('1'));
});

test('a result that is no list, and an error of nameOf, are reported', () => {
  const failed = vi.fn<(error: unknown) => void>();
  expect(
    guardedFollower(
      followedBy(() => undefined as never),
      failed,
    ).take(),
  ).toEqual([]);
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
  const nameOf = (): never => {
    throw new Error('no name');
  };
  const records = { thread: 'main', numbers: new Float64Array(), lost: 0, shift: 0, nameOf };
  const follower = guardedFollower(
    followedBy(() => [records]),
    failed,
  );
  expect(follower.take()[0]!.nameOf(1)).toBe('not known yet');
  expect(failed).toHaveBeenLastCalledWith(new Error('no name'));
});
