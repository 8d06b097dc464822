import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import { showTracks } from './show-tracks.ts';

// The console of the test runner has no such method.
const timeStamp = vi.fn<(...args: unknown[]) => void>();
Object.assign(console, { timeStamp });

beforeEach(() => {
  vi.useFakeTimers();
  timeStamp.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function inBrowser(userAgent: string): void {
  vi.stubGlobal('navigator', { userAgent });
}

test('new events are drawn once, each on the track of its thread', () => {
  inBrowser('Mozilla/5.0 HeadlessChrome/153.0.0.0 Safari/537.36');
  const recorder = new Recorder({ thread: 'worker 1' });
  const stop = showTracks(recorder, { interval: 50, group: 'game' });
  recorder.span('draw', () => {});
  recorder.signal('queue', 1);
  vi.advanceTimersByTime(49);
  expect(timeStamp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(timeStamp.mock.calls[0]).toEqual([
    'draw',
    expect.any(Number),
    expect.any(Number),
    'worker 1',
    'game',
    'secondary-light',
  ]);
  recorder.span('last', () => {});
  stop();
  expect(timeStamp).toHaveBeenCalledTimes(2);
  recorder.span('unseen', () => {});
  vi.advanceTimersByTime(1000);
  expect(timeStamp).toHaveBeenCalledTimes(2);
});

test.each(['Mozilla/5.0 Firefox/150.0', 'Mozilla/5.0 Chrome/133.0.0.0', ''])(
  'without support nothing is drawn: %s',
  (userAgent) => {
    inBrowser(userAgent);
    const recorder = new Recorder();
    const stop = showTracks(recorder);
    recorder.span('draw', () => {});
    vi.advanceTimersByTime(1000);
    stop();
    expect(timeStamp).not.toHaveBeenCalled();
  },
);

test('a source of records that throws is reported once', () => {
  inBrowser('Mozilla/5.0 Chrome/134.0.0.0');
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const take = (): never => {
    throw new Error('no records');
  };
  const stop = showTracks({ follow: () => ({ take }), recording: () => new Recorder().recording() });
  vi.advanceTimersByTime(1000);
  stop();
  expect(logged).toHaveBeenCalledExactlyOnceWith(new Error('no records'));
  logged.mockRestore();
});

test('invalid arguments are refused', () => {
  expect(() => showTracks({} as never)).toThrow('must be a Recorder or a Collector');
  expect(() => showTracks(new Recorder(), { interval: 0 })).toThrow(RangeError);
  expect(() => showTracks(new Recorder(), { group: 1 as never })).toThrow(TypeError);
});
