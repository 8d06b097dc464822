import { expect, onTestFinished, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import { recordSize } from '../recording/record-ring.ts';
import type { Channel } from './channel.ts';
import { channels, collectorOf, ports, unsharedChannel } from './channels.test.setup.ts';
import { Collector } from './collector.ts';
import { serveRecorder } from './serve-recorder.ts';

test.each(channels)('a recording contains the events of all threads: %s', async (_, channelTo) => {
  const [own, other] = [new Recorder(), new Recorder({ thread: 'other' })];
  other.signal('early', 1);
  const collector = collectorOf({ recorder: own });
  collector.add(channelTo(other));
  own.signal('mine', 2);
  other.signal('late', 3);
  const recording = await collector.recording();
  expect(recording.events.map(({ name, thread }) => [thread, name])).toEqual([
    ['other', 'early'],
    ['main', 'mine'],
    ['other', 'late'],
  ]);
  other.signal('later', 4);
  expect((await collector.recording()).events.map(({ name }) => name)).toEqual([
    'early',
    'mine',
    'late',
    'later',
  ]);
  expect(collector.threads).toMatchObject([
    { name: 'main', clockError: 0, lost: 0, answers: true },
    { name: 'other', lost: 0, answers: true },
  ]);
  expect(collector.threads[1]!.clockError).toBeLessThan(1000);
});

test.each(channels)('times of a thread with another clock are converted: %s', async (_, channelTo) => {
  const other = new Recorder({ clock: { now: () => performance.now() + 1e6 } });
  const collector = collectorOf();
  const remove = collector.add(channelTo(other), 'server');
  const before = performance.now();
  other.signal('now', 1);
  const after = performance.now();
  const { events } = await collector.recording();
  const { clockError } = collector.threads[0]!;
  expect(events[0]!.thread).toBe('server');
  expect(events[0]!.start).toBeGreaterThanOrEqual(before - clockError);
  expect(events[0]!.start).toBeLessThanOrEqual(after + clockError);
  remove();
  other.signal('unseen', 1);
  expect(collector.threads[0]!.answers).toBe(false);
});

test.each(channels)('lost records are counted once: %s', async (_, channelTo) => {
  const other = new Recorder({ capacity: 16 });
  const collector = collectorOf({ interval: 60_000 });
  collector.add(channelTo(other));
  const follower = collector.follow();
  for (let i = 0; i < 20; i++) other.signal('value', i);
  const recording = await collector.recording();
  expect(recording.events.length + recording.lost).toBe(20);
  const [taken] = follower.take();
  expect(taken!.numbers.length / recordSize + taken!.lost).toBe(20);
  for (let i = 0; i < 20; i++) other.signal('value', i);
  await collector.recording();
  const [next] = follower.take();
  expect(next!.numbers.length / recordSize + next!.lost).toBe(20);
  expect(follower.take()).toEqual([]);
});

test('records are collected regularly', async () => {
  const other = new Recorder();
  const collector = collectorOf({ interval: 1 });
  collector.add(unsharedChannel(other));
  const follower = collector.follow();
  other.signal('value', 1);
  await vi.waitFor(() => expect(follower.take()).toHaveLength(1));
});

test('several recorders of a BroadcastChannel are different threads, and several collectors get all records', async () => {
  const channel = (): Channel => {
    const broadcast = new BroadcastChannel('doha monitor test');
    onTestFinished(() => broadcast.close());
    return broadcast;
  };
  const recorders = ['left', 'right'].map((thread) => new Recorder({ thread }));
  for (const recorder of recorders) serveRecorder(recorder, channel());
  for (const recorder of recorders) recorder.signal('value', 1);
  const collectors = [collectorOf({ interval: 5 }), collectorOf({ interval: 5 })];
  for (const collector of collectors) collector.add(channel());
  for (const collector of collectors)
    await vi.waitFor(async () => {
      const { events } = await collector.recording();
      expect(events.map(({ thread }) => thread).toSorted()).toEqual(['left', 'right']);
    });
});

test('a thread that does not answer delays a recording by at most the timeout', async () => {
  const [here] = ports();
  const own = new Recorder();
  own.signal('mine', 1);
  const collector = collectorOf({ recorder: own });
  collector.add(here);
  expect((await collector.recording({ timeout: 1 })).events).toHaveLength(1);
});

test('errors of channels go to onError', () => {
  const error = new Error('closed');
  const onError = vi.fn<(error: unknown) => void>();
  const collector = collectorOf({ onError });
  const channel: Channel = {
    onmessage: null,
    postMessage() {
      throw error;
    },
  };
  collector.add(channel);
  expect(onError).toHaveBeenCalledExactlyOnceWith(error);
});

test('other messages on the channel are ignored', async () => {
  const [here, there] = ports();
  const other = new Recorder();
  serveRecorder(other, there);
  other.signal('value', 1);
  const collector = collectorOf();
  collector.add(here);
  for (const message of [null, undefined, 1, 'text', {}, { doha: 'monitor answer', collector: 'x' }]) {
    there.postMessage(message);
    here.postMessage(message);
  }
  expect((await collector.recording()).events).toHaveLength(1);
});

test('a timeout of more than 25 days does not end at once', async () => {
  const collector = collectorOf({ interval: 60_000 });
  collector.add({ postMessage: () => {}, onmessage: null });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let isOver = false;
    void collector.recording({ timeout: 2 ** 31 }).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(1000);
    expect(isOver).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('invalid arguments are refused', () => {
  const collector = collectorOf();
  expect(() => collector.add(null as never)).toThrow(TypeError);
  expect(() => collector.add({} as never)).toThrow('must be an object with a method postMessage');
  expect(() => collector.addPool({} as never)).toThrow('must be a pool of @doha/multiproc');
  expect(() => serveRecorder({} as never, ports()[0])).toThrow('serveRecorder: recorder must be a Recorder');
  expect(() => new Collector({ interval: 0 })).toThrow(RangeError);
  expect(() => new Collector({ recorder: {} as never })).toThrow(TypeError);
  expect(() => new Collector({ onError: 1 as never })).toThrow(TypeError);
  collector.dispose();
  collector.dispose();
  expect(() => collector.add(ports()[0])).toThrow('the collector is disposed of');
});
