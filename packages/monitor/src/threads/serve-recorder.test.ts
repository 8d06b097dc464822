import { expect, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import { byteChannel } from './byte-channel.ts';
import type { Channel } from './channel.ts';
import { changed, collectorOf, ports } from './channels.test.setup.ts';
import { serveRecorder } from './serve-recorder.ts';

const closed = new Error('the connection is closed');
const failing: readonly [string, () => Channel][] = [
  [
    'throws',
    () => ({
      onmessage: null,
      postMessage() {
        throw closed;
      },
    }),
  ],
  ['rejects', () => byteChannel(() => Promise.reject(closed))],
];

test.each(failing)(
  'an answer that cannot be sent is reported once, if the channel %s',
  async (_, channelOf) => {
    const onError = vi.fn<(error: unknown) => void>();
    const channel = channelOf();
    serveRecorder(new Recorder(), channel, { onError });
    const request = {
      doha: 'monitor request',
      collector: 'x',
      asked: 0,
      sharesMemory: false,
      known: {},
      skipped: [],
    };
    for (let number = 1; number < 4; number++) channel.onmessage!({ data: { ...request, request: number } });
    await vi.waitFor(() => expect(onError).toHaveBeenCalled());
    await new Promise(setImmediate);
    expect(onError).toHaveBeenCalledExactlyOnceWith(closed);
  },
);

test.each(failing)(
  'a request that cannot be sent is reported once and not waited for, if the channel %s',
  async (_, channelOf) => {
    const onError = vi.fn<(error: unknown) => void>();
    const collector = collectorOf({ onError });
    collector.add(channelOf());
    for (let i = 0; i < 3; i++) await collector.recording({ timeout: Infinity });
    expect(onError).toHaveBeenCalledExactlyOnceWith(closed);
  },
);

test('errors of onError go to the console', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const channel = failing[0]![1]();
  const onError = (): never => {
    throw new Error('on purpose');
  };
  collectorOf({ onError }).add(channel);
  expect(error).toHaveBeenCalledExactlyOnceWith(new Error('on purpose'));
  error.mockRestore();
});

test('a clock that throws is reported once', async () => {
  const [here, there] = ports();
  const clock = {
    now(): number {
      throw new Error('no clock');
    },
  };
  const onError = vi.fn<(error: unknown) => void>();
  serveRecorder(new Recorder({ clock }), there, { onError });
  const collector = collectorOf({ interval: 1 });
  collector.add(here);
  for (let i = 0; i < 3; i++) await collector.recording({ timeout: 1 });
  await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no clock')));
});

test("a collector's clock that throws is reported once for each channel", async () => {
  let works = false;
  const clock = {
    now(): number {
      if (works) return performance.now();
      throw new Error('no clock');
    },
  };
  const onError = vi.fn<(error: unknown) => void>();
  const collector = collectorOf({ recorder: new Recorder({ clock }), interval: 60_000, onError });
  const other = new Recorder();
  other.signal('value', 1);
  const [here, there] = ports();
  serveRecorder(other, there);
  collector.add(here);
  expect((await collector.recording({ timeout: Infinity })).events).toEqual([]);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no clock'));
  works = true;
  expect((await collector.recording({ timeout: Infinity })).events).toHaveLength(1);
  const answer = collector.recording({ timeout: Infinity });
  works = false; // when the answer arrives
  expect((await answer).events).toHaveLength(1);
  expect(onError).toHaveBeenCalledOnce();
});

test('memory is sent once', async () => {
  const [here, there] = ports();
  const memories: unknown[] = [];
  const keep = (answer: { readonly memory?: unknown }): unknown => (memories.push(answer.memory), answer);
  serveRecorder(new Recorder(), changed(there, keep));
  const collector = collectorOf();
  collector.add(here);
  await vi.waitFor(() => expect(collector.threads).toHaveLength(1));
  for (let i = 0; i < 3; i++) await collector.recording();
  expect(memories[0]).toBeDefined();
  expect(memories.slice(1).filter((memory) => memory !== undefined)).toEqual([]);
});

test('wrong options are refused', () => {
  const [here] = ports();
  expect(() => serveRecorder(new Recorder(), here, null as never)).toThrow(TypeError);
  expect(() => serveRecorder(new Recorder(), here, { onError: 5 as never })).toThrow(
    'serveRecorder: onError must be a function, got 5',
  );
});
