import { expect, test } from 'vitest';
import { Recorder } from '../../recording/recorder.ts';
import { Recording } from '../../recording/recording.ts';
import type { Crossing } from '../signals/trigger.ts';
import { LatestRecording } from './latest-recording.ts';

const never = (): undefined => undefined;
const crossing: Crossing = { signal: 'queue', start: 100, end: 200 };

test('the recording of a recorder ends at the call, although its promise resolves later', async () => {
  const recorder = new Recorder();
  recorder.signal('before', 1);
  const latest = new LatestRecording(recorder, never);
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
  const latest = new LatestRecording({ recording: async () => results.shift()! }, never);
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
    const latest = new LatestRecording(
      { recording: () => (isFailing ? (fail() as Recording) : recording) },
      never,
    );
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

test('a recording belongs to the crossing at which the display is frozen, whoever asks for it', async () => {
  const state: { present: Crossing | undefined } = { present: crossing };
  const latest = new LatestRecording({ recording: async () => new Recording([]) }, () => state.present);
  await latest.take();
  expect(latest.crossing).toBe(crossing);
  await latest.take(); // the user asks again
  expect(latest.crossing).toBe(crossing);
  state.present = undefined;
  await latest.take();
  expect(latest.crossing).toBe(undefined);
});

test('a trigger that fires while a recording is being taken marks this recording', async () => {
  const state: { present: Crossing | undefined } = { present: undefined };
  const latest = new LatestRecording({ recording: async () => new Recording([]) }, () => state.present);
  const first = latest.take();
  state.present = crossing;
  const second = latest.take();
  state.present = undefined; // the user resumes
  expect(await first).toBe(await second);
  expect(latest.crossing).toBe(crossing);
  await latest.take();
  expect(latest.crossing).toBe(undefined);
});

test('a crossing whose recording failed does not belong to the next recording', async () => {
  const state: { present: Crossing | undefined; isFailing: boolean } = { present: crossing, isFailing: true };
  const recording = async (): Promise<Recording> => {
    if (state.isFailing) throw new Error('no answer');
    return new Recording([]);
  };
  const latest = new LatestRecording({ recording }, () => state.present);
  await expect(latest.take()).rejects.toThrow('no answer');
  Object.assign(state, { present: undefined, isFailing: false });
  await latest.take();
  expect(latest.crossing).toBe(undefined);
});
