import { expect, test } from 'vitest';
import { Recorder } from '../../recording/recorder.ts';
import { Recording } from '../../recording/recording.ts';
import type { Crossing } from '../signals/trigger.ts';
import { LatestRecording } from './latest-recording.ts';

const crossing: Crossing = { signal: 'queue', start: 100, end: 200 };

test('the recording of a recorder ends at the call, although its promise resolves later', async () => {
  const recorder = new Recorder();
  recorder.signal('before', 1);
  const latest = new LatestRecording(recorder);
  const taken = latest.take();
  recorder.signal('after', 1);
  expect((await taken).events.map(({ name }) => name)).toEqual(['before']);
  expect(latest).toMatchObject({
    recording: await taken,
    crossing: undefined,
    error: undefined,
    isTaking: false,
  });
});

test('calls during another one have the same result, and the newest recording replaces the last one', async () => {
  const [first, second] = [new Recording([]), new Recording([])];
  const results = [first, second];
  const latest = new LatestRecording({ recording: async () => results.shift()! });
  const calls = [latest.take(), latest.take()];
  expect(latest.isTaking).toBe(true);
  expect(latest.recording).toBe(undefined);
  expect(await Promise.all(calls)).toEqual([first, first]);
  expect(latest.recording).toBe(first);
  const before = latest.changes;
  await latest.take();
  expect(latest.recording).toBe(second);
  expect(latest.changes).toBeGreaterThan(before);
});

test.each<[string, () => unknown, string]>([
  [
    'throws',
    () => {
      throw new Error('no memory');
    },
    'no memory',
  ],
  ['rejects', () => Promise.reject(new Error('no answer')), 'no answer'],
  ['returns no recording', () => ({}), 'takeRecording: the result of recording() must be a Recording'],
])(
  'if a source %s, the last recording remains, and the error is kept until the next recording',
  async (_, fail, error) => {
    const recording = new Recording([]);
    let isFailing = false;
    const latest = new LatestRecording({
      recording: () => (isFailing ? (fail() as Recording) : recording),
    });
    await latest.take();
    isFailing = true;
    await expect(latest.take()).rejects.toThrow(error);
    expect(latest).toMatchObject({ recording, crossing: undefined, isTaking: false });
    expect(latest.error).toContain(error);
    isFailing = false;
    await latest.take();
    expect(latest.error).toBe(undefined);
  },
);

test('only the recording that the trigger has taken belongs to its crossing', async () => {
  const latest = new LatestRecording({ recording: async () => new Recording([]) });
  await latest.take(crossing);
  expect(latest.crossing).toBe(crossing);
  await latest.take(); // by the user, while the display is frozen
  expect(latest.crossing).toBe(undefined);
});

test('a trigger that fires while a recording is being taken marks this recording', async () => {
  const latest = new LatestRecording({ recording: async () => new Recording([]) });
  const first = latest.take();
  expect(latest.take(crossing)).toBe(first);
  void latest.take();
  await first;
  expect(latest.crossing).toBe(crossing);
  await latest.take();
  expect(latest.crossing).toBe(undefined);
});

test('a crossing whose recording failed does not belong to the next recording', async () => {
  let isFailing = true;
  const recording = async (): Promise<Recording> => {
    if (isFailing) throw new Error('no answer');
    return new Recording([]);
  };
  const latest = new LatestRecording({ recording });
  await expect(latest.take(crossing)).rejects.toThrow('no answer');
  isFailing = false;
  await latest.take();
  expect(latest.crossing).toBe(undefined);
});
