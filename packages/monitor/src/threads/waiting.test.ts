import { expect, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import type { Channel } from './channel.ts';
import { ChannelRequests } from './channel-requests.ts';
import { channels, collectorOf, ports, unsharedChannel } from './channels.test.setup.ts';
import { CollectedThreads } from './collected-threads.ts';
import type { Collector } from './collector.ts';
import { patience } from './liveness.ts';
import { serveRecorder } from './serve-recorder.ts';
import { within } from './within.ts';

/** A channel that nobody answers. */
function deadChannel(): Channel {
  return { onmessage: null, postMessage() {} };
}

const ends: [string, (collector: Collector, remove: () => void) => void][] = [
  ['the collector is disposed of', (collector) => collector.dispose()],
  ['the channel is removed', (_, remove) => remove()],
];

test.each(ends)('a recording without a limit of time settles when %s', async (_, end) => {
  const own = new Recorder();
  own.signal('mine', 1);
  const collector = collectorOf({ recorder: own });
  const remove = collector.add(deadChannel());
  const waiting = [collector.recording({ timeout: Infinity }), collector.recording({ timeout: Infinity })];
  end(collector, remove);
  waiting.push(collector.recording({ timeout: Infinity }));
  for (const { events } of await Promise.all(waiting)) expect(events).toHaveLength(1);
});

test.each(ends)('a recording has the records so far after %s', async (_, end) => {
  const other = new Recorder();
  const collector = collectorOf();
  const remove = collector.add(unsharedChannel(other));
  other.signal('value', 1);
  await collector.recording();
  end(collector, remove);
  expect((await collector.recording({ timeout: Infinity })).events).toHaveLength(1);
});

test('a time that is too long for a timer is no limit', async () => {
  let resolve!: () => void;
  let isOver = false;
  const limited = within(2 ** 31, new Promise<void>((done) => (resolve = done))).then(() => (isOver = true));
  await new Promise((done) => setTimeout(done, 5));
  expect(isOver).toBe(false);
  resolve();
  await limited;
  expect(isOver).toBe(true);
});

interface Stage {
  readonly requests: ChannelRequests;
  readonly threads: CollectedThreads;
  readonly advance: (ms: number) => void;
}

function stage(channel: Channel, onError = (error: unknown): unknown => expect.fail(String(error))): Stage {
  let now = 0;
  const threads = new CollectedThreads(undefined, undefined);
  const requests = new ChannelRequests(channel, {
    clock: { now: () => 0 },
    platformClock: { now: () => now },
    join: (answer, liveness) => threads.join(answer, liveness, undefined),
    onError,
  });
  return { requests, threads, advance: (ms) => (now += ms) };
}

test('a channel that has never answered is not waited for after three requests without an answer', async () => {
  const { advance, requests } = stage(deadChannel());
  let settled = 0;
  const update = (): void => void requests.update().then(() => settled++);
  update();
  for (let i = 0; i < 3; i++) {
    await Promise.resolve();
    expect(settled).toBe(0);
    advance(patience);
    requests.ask();
  }
  await Promise.resolve();
  expect(settled).toBe(1);
  await requests.update();
});

test.each([
  ['throws', (): never => expect.fail('closed')],
  ['rejects', () => Promise.reject(new Error('closed'))],
])('a channel that cannot send is not waited for, if it %s', async (_, postMessage) => {
  const onError = vi.fn<(error: unknown) => void>();
  const { requests } = stage({ onmessage: null, postMessage }, onError);
  for (let i = 0; i < 3; i++) await requests.update();
  expect(onError).toHaveBeenCalledOnce();
});

test('a recorder that no longer answers is waited for at first, and then has ended', async () => {
  const [here, there] = ports();
  const recorder = new Recorder();
  const stop = serveRecorder(recorder, there);
  const { advance, requests, threads } = stage(here);
  await requests.update();
  const [thread] = [...threads];
  stop();
  const update = requests.update();
  expect(thread!.answers).toBe(true);
  advance(patience);
  expect(thread!.answers).toBe(false);
  for (let i = 0; i < 3; i++) {
    requests.ask();
    advance(patience);
  }
  await update;
  await requests.update();
  expect(thread!.answers).toBe(false);
  serveRecorder(recorder, there);
  recorder.signal('back', 1);
  requests.ask();
  await vi.waitFor(() => expect(thread!.answers).toBe(true));
  expect([...threads]).toEqual([thread]);
});

test('a channel without an answer is asked once a second', () => {
  const postMessage = vi.fn<() => void>();
  const { advance, requests } = stage({ onmessage: null, postMessage });
  for (let i = 0; i < 50; i++) {
    requests.ask();
    advance(patience / 10);
  }
  expect(postMessage).toHaveBeenCalledTimes(5);
});

test('recorders that answer are asked at each time, although another one on the channel is busy', () => {
  const names = ['prompt', 'busy'] as const;
  const requests: Record<(typeof names)[number], unknown[]> = { prompt: [], busy: [] };
  const asked = { prompt: 0, busy: 0 };
  let isBusy = false;
  const endpoints: Channel[] = [];
  const channel: Channel = {
    onmessage: null,
    postMessage(message) {
      for (const [index, name] of names.entries()) {
        if (name === 'busy' && isBusy) requests.busy.push(message);
        else endpoints[index]!.onmessage!({ data: message });
      }
    },
  };
  const recorders = names.map((thread, index) => {
    endpoints[index] = {
      onmessage: null,
      postMessage(message) {
        asked[thread]++;
        channel.onmessage!({ data: message });
      },
    };
    const recorder = new Recorder({ thread });
    serveRecorder(recorder, endpoints[index]);
    return recorder;
  });
  const { advance, requests: channelRequests, threads } = stage(channel);
  channelRequests.ask();
  isBusy = true;
  for (let i = 0; i < 25; i++) {
    advance(patience / 10);
    channelRequests.ask();
  }
  expect(asked).toEqual({ prompt: 26, busy: 1 });
  // When it is no longer busy, it answers one request of each second.
  isBusy = false;
  for (const message of requests.busy) endpoints[1]!.onmessage!({ data: message });
  expect(asked.busy).toBe(4);
  for (const recorder of recorders) recorder.signal('late', 1);
  channelRequests.ask();
  expect(asked).toEqual({ prompt: 27, busy: 5 });
  expect([...threads].map(({ name }) => name)).toEqual(names);
});

test.each(channels)('answers to overlapping requests bring each record once: %s', async (_, channelTo) => {
  const other = new Recorder();
  const collector = collectorOf();
  collector.add(channelTo(other));
  const recordings = [];
  for (let i = 0; i < 5; i++) {
    other.signal('value', i);
    recordings.push(collector.recording());
    await Promise.resolve();
  }
  await Promise.all(recordings);
  const { events } = await collector.recording();
  expect(events.map((event) => event.kind === 'signal' && event.value)).toEqual([0, 1, 2, 3, 4]);
});

test('the newest names of a thread that no longer answers are known in shared memory', async () => {
  const [here, there] = ports();
  const other = new Recorder();
  const stop = serveRecorder(other, there);
  const collector = collectorOf();
  collector.add(here);
  await collector.recording();
  stop();
  other.signal('last words', 1);
  const { events } = await collector.recording({ timeout: 0 });
  expect(events.map(({ name }) => name)).toEqual(['last words']);
});
