import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import { Collector } from '../threads/collector.ts';
import type { LongSection } from './long-section.ts';
import { watchLongSections } from './watch-long-sections.ts';

/** Gives entries to its observers, as Chromium does. */
class SimulatedObserver {
  static supportedEntryTypes: readonly string[] = ['long-animation-frame'];
  static all: SimulatedObserver[] = [];
  isObserving = false;
  #callback: (list: { getEntries: () => readonly object[] }) => void;

  constructor(callback: (list: { getEntries: () => readonly object[] }) => void) {
    this.#callback = callback;
    SimulatedObserver.all.push(this);
  }

  observe({ type }: { readonly type: string }): void {
    this.isObserving = type === 'long-animation-frame';
  }

  disconnect(): void {
    this.isObserving = false;
  }

  takeRecords(): readonly object[] {
    return [];
  }

  give(...entries: readonly object[]): void {
    this.#callback({ getEntries: () => entries });
  }
}

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  logged.mockClear();
  SimulatedObserver.all = [];
  vi.stubGlobal('PerformanceObserver', SimulatedObserver);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function entry(start: number, duration: number): object {
  return {
    startTime: start,
    duration,
    styleAndLayoutStart: start + duration - 4,
    scripts: [
      {
        invoker: 'BUTTON#save.onclick',
        sourceURL: 'https://a.org/a.js',
        sourceFunctionName: 'save',
        sourceCharPosition: 12,
        startTime: start + 1,
        duration: duration - 5,
        forcedStyleAndLayoutDuration: 3,
      },
    ],
  };
}

function record(recorder: Recorder, name: string, start: number, end: number): void {
  recorder.loop().ran?.({ callback: { name } } as never, start, end, 0);
}

test('a section is reported once, with the scripts of the browser', () => {
  const recorder = new Recorder();
  const sections: LongSection[] = [];
  const stop = watchLongSections(recorder, { found: (section) => sections.push(section) });
  record(recorder, 'think', 1000, 1080);
  SimulatedObserver.all[0]!.give(entry(1000, 100));
  vi.advanceTimersByTime(1000);
  expect(sections).toEqual([
    {
      thread: 'main',
      start: 1000,
      end: 1100,
      turn: undefined,
      callbacks: [expect.objectContaining({ name: 'think' })],
      scripts: [
        {
          invoker: 'BUTTON#save.onclick',
          url: 'https://a.org/a.js',
          name: 'save',
          position: 12,
          start: 1001,
          duration: 95,
          forcedLayout: 3,
        },
      ],
      layout: 4,
    },
  ]);
  stop();
  expect(SimulatedObserver.all[0]!.isObserving).toBe(false);
});

test('a frame without rendering has no layout', () => {
  const sections: LongSection[] = [];
  const stop = watchLongSections(new Recorder({ thread: 'page' }), {
    found: (section) => sections.push(section),
  });
  SimulatedObserver.all[0]!.give({ ...entry(0, 60), styleAndLayoutStart: 0 });
  stop();
  expect(sections).toMatchObject([{ thread: 'page', layout: 0, callbacks: [] }]);
});

test('the last sections are reported by the function that stops, and none after it', () => {
  const recorder = new Recorder();
  const sections: LongSection[] = [];
  const stop = watchLongSections(recorder, { found: (section) => sections.push(section) });
  record(recorder, 'a', 0, 60);
  stop();
  expect(sections).toHaveLength(1);
  record(recorder, 'b', 100, 160);
  stop();
  vi.advanceTimersByTime(1000);
  expect(sections).toHaveLength(1);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  [
    'rejects',
    async () => {
      await Promise.resolve();
      throw new Error('broken');
    },
  ],
])('a callback that %s does not end the watch', async (_, broken) => {
  const recorder = new Recorder();
  const found = vi.fn<() => unknown>(broken);
  const stop = watchLongSections(recorder, { found });
  record(recorder, 'a', 0, 60);
  record(recorder, 'b', 100, 160);
  await vi.advanceTimersByTimeAsync(300);
  record(recorder, 'c', 300, 360);
  await vi.advanceTimersByTimeAsync(300);
  stop();
  expect(found).toHaveBeenCalledTimes(3);
  expect(logged.mock.calls).toEqual(Array.from({ length: 3 }, () => [new Error('broken')]));
});

test('a callback may stop the watch, and sees each section once', () => {
  const recorder = new Recorder();
  const names: unknown[] = [];
  const stop = watchLongSections(recorder, {
    found: ({ callbacks }) => {
      names.push(callbacks[0]?.name);
      stop();
    },
  });
  record(recorder, 'a', 0, 60);
  vi.advanceTimersByTime(100);
  record(recorder, 'b', 100, 160);
  vi.advanceTimersByTime(1000);
  expect(names).toEqual(['a', 'b']);
});

test('frames are not compared with the times of another clock', () => {
  watchLongSections(new Recorder({ clock: { now: () => 0 } }), { found: () => {} })();
  expect(SimulatedObserver.all).toEqual([]);
});

test.each([undefined, 'page'])('the frames of a collector are those of its own thread: %s', (thread) => {
  const recorder = thread === undefined ? undefined : new Recorder({ thread });
  const collector = new Collector({ recorder });
  const sections: LongSection[] = [];
  const stop = watchLongSections(collector, { found: (section) => sections.push(section) });
  SimulatedObserver.all[0]!.give(entry(0, 60));
  vi.advanceTimersByTime(200);
  expect(sections).toMatchObject([{ thread: thread ?? 'main' }]);
  stop();
  collector.dispose();
});

test.each([
  ['other entries', () => (SimulatedObserver.supportedEntryTypes = ['mark'])],
  ['none', () => vi.stubGlobal('PerformanceObserver', undefined)],
])('callbacks are found although the platform observes %s', (_, stub) => {
  stub();
  const recorder = new Recorder();
  const sections: LongSection[] = [];
  const stop = watchLongSections(recorder, { found: (section) => sections.push(section), limit: undefined });
  record(recorder, 'a', 0, 60);
  stop();
  expect(sections).toMatchObject([{ scripts: [], layout: undefined }]);
  expect(SimulatedObserver.all.filter(({ isObserving }) => isObserving)).toEqual([]);
  SimulatedObserver.supportedEntryTypes = ['long-animation-frame'];
});

test('invalid arguments are refused', () => {
  const [recorder, found] = [new Recorder(), (): void => {}];
  expect(() => watchLongSections({} as never, { found })).toThrow('must be a Recorder or a Collector');
  expect(() => watchLongSections(recorder, undefined as never)).toThrow('options must be an object');
  expect(() => watchLongSections(recorder, {} as never)).toThrow('found must be a function, got undefined');
  expect(() => watchLongSections(recorder, { found, limit: 0 })).toThrow(RangeError);
  expect(() => watchLongSections(recorder, { found, interval: '5' as never })).toThrow(TypeError);
});

test('a source of records that throws is reported once, and its later sections are found', () => {
  const found: LongSection[] = [];
  const recorder = new Recorder();
  let works = false;
  const follow = (): ReturnType<Recorder['follow']> => {
    const inner = recorder.follow();
    const take: typeof inner.take = () => {
      if (!works) throw new Error('no records');
      return inner.take();
    };
    return { take };
  };
  const followed = { follow, recording: () => recorder.recording() };
  const stop = watchLongSections(followed, { found: (section) => found.push(section), interval: 10 });
  vi.advanceTimersByTime(50);
  recorder.span('load', () => vi.advanceTimersByTime(100));
  works = true;
  vi.advanceTimersByTime(30);
  works = false;
  stop();
  expect(found.flatMap(({ callbacks }) => callbacks.map(({ name }) => name))).toEqual(['load']);
  expect(logged).toHaveBeenCalledExactlyOnceWith(new Error('no records'));
});
