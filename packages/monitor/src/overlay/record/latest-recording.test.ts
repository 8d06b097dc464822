import { expect, test } from 'vitest';
import { Recorder } from '../../recording/recorder.ts';
import { Recording } from '../../recording/recording.ts';
import { LatestRecording } from './latest-recording.ts';

test('the recording of a recorder ends at the call, although its promise resolves later', async () => {
  const recorder = new Recorder();
  recorder.signal('before', 1);
  const latest = new LatestRecording(recorder);
  const taken = latest.take('request');
  recorder.signal('after', 1);
  expect((await taken).events.map(({ name }) => name)).toEqual(['before']);
  expect(latest).toMatchObject({
    recording: await taken,
    asker: 'request',
    error: undefined,
    isTaking: false,
  });
});

test('calls during another one have the same result, and the newest recording replaces the last one', async () => {
  const [first, second] = [new Recording([]), new Recording([])];
  const results = [first, second];
  const latest = new LatestRecording({ recording: async () => results.shift()! });
  const calls = [latest.take('trigger'), latest.take('request')];
  expect(latest.isTaking).toBe(true);
  expect(latest.recording).toBe(undefined);
  expect(await Promise.all(calls)).toEqual([first, first]);
  expect(latest.recording).toBe(first);
  expect(latest.asker).toBe('trigger');
  const before = latest.changes;
  await latest.take('request');
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
    const latest = new LatestRecording({ recording: () => (isFailing ? (fail() as Recording) : recording) });
    await latest.take('request');
    isFailing = true;
    await expect(latest.take('trigger')).rejects.toThrow(error);
    expect(latest).toMatchObject({ recording, asker: 'request', isTaking: false });
    expect(latest.error).toContain(error);
    isFailing = false;
    await latest.take('request');
    expect(latest.error).toBe(undefined);
  },
);
