import { expect, onTestFinished, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import { recordSize } from '../recording/record-ring.ts';
import {
  changed,
  channels,
  collectorOf,
  ports,
  sharedChannel,
  unsharedChannel,
} from './channels.test.setup.ts';
import { discoveryTime } from './channel-requests.ts';
import type { Collector } from './collector.ts';
import { serveRecorder } from './serve-recorder.ts';

function broadcast(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  onTestFinished(() => channel.close());
  return channel;
}

async function threadsOf(collector: Collector): Promise<string[]> {
  const { events } = await collector.recording();
  return events.map(({ thread }) => thread).toSorted();
}

test('one channel serves a recorder and collects others', async () => {
  const ends = ports();
  const recorders = ['one', 'two'].map((thread) => new Recorder({ thread }));
  for (const [index, recorder] of recorders.entries()) serveRecorder(recorder, ends[index]!);
  const collectors = recorders.map((recorder, index) => {
    const collector = collectorOf({ recorder });
    collector.add(ends[index]!);
    recorder.signal('value', index);
    return collector;
  });
  for (const collector of collectors) expect(await threadsOf(collector)).toEqual(['one', 'two']);
});

test('pages that serve and collect through one BroadcastChannel see each other', async () => {
  const collectors = ['one', 'two', 'three'].map((thread) => {
    const recorder = new Recorder({ thread });
    recorder.signal('value', 1);
    const channel = broadcast('doha: all pages');
    serveRecorder(recorder, channel);
    const collector = collectorOf({ recorder, interval: 5 });
    collector.add(channel);
    return collector;
  });
  for (const collector of collectors)
    await vi.waitFor(async () => expect(await threadsOf(collector)).toEqual(['one', 'three', 'two']));
});

test.each([
  ['the time of the discovery', () => vi.advanceTimersByTime(discoveryTime)],
  ['the end of the collector', (collector: Collector) => collector.dispose()],
] as const)('the first recording of a BroadcastChannel waits until %s', async (_, end) => {
  const names = ['four', 'one', 'three', 'two'];
  for (const thread of names) {
    const recorder = new Recorder({ thread });
    serveRecorder(recorder, broadcast('doha: discovery'));
    recorder.signal('value', 1);
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const collector = collectorOf();
  collector.add(broadcast('doha: discovery'));
  let isSettled = false;
  const threads = threadsOf(collector).finally(() => (isSettled = true));
  while (collector.threads.length < 4) await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  end(collector);
  expect(await threads).toEqual(names);
});

test('the end of one use of a channel does not end the other use', async () => {
  const [here, there] = ports();
  const [ours, theirs] = [new Recorder({ thread: 'ours' }), new Recorder({ thread: 'theirs' })];
  const stop = serveRecorder(ours, here);
  const collector = collectorOf();
  collector.add(here);
  serveRecorder(theirs, there);
  stop();
  theirs.signal('value', 1);
  expect(await threadsOf(collector)).toEqual(['theirs']);
});

test('two recorders can be served through one channel', async () => {
  const [here, there] = ports();
  const recorders = ['one', 'two'].map((thread) => new Recorder({ thread }));
  for (const recorder of recorders) {
    serveRecorder(recorder, there);
    recorder.signal('value', 1);
  }
  const collector = collectorOf({ interval: 5 });
  collector.add(here);
  await vi.waitFor(async () => expect(await threadsOf(collector)).toEqual(['one', 'two']));
});

test.each([
  ['shared memory twice', [sharedChannel, sharedChannel]],
  ['copies twice', [unsharedChannel, unsharedChannel]],
  ['shared memory and copies', [sharedChannel, unsharedChannel]],
  ['copies and shared memory', [unsharedChannel, sharedChannel]],
] as const)('a recorder that is reached in two ways is one thread: %s', async (_, [first, second]) => {
  const recorder = new Recorder({ capacity: 64 });
  recorder.signal('value', 0);
  const collector = collectorOf();
  const remove = collector.add(first(recorder), 'first');
  const follower = collector.follow();
  await collector.recording();
  const removeSecond = collector.add(second(recorder), 'second');
  let taken = 0;
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < 10; i++) recorder.signal('value', round);
    await collector.recording();
    for (const { lost, numbers } of follower.take()) taken += lost + numbers.length / recordSize;
    expect(taken).toBe(1 + 10 * (round + 1));
    if (round === 9) remove();
  }
  const { events, lost } = await collector.recording();
  expect([events.length + lost, new Set(events.map(({ thread }) => thread))]).toEqual([
    201,
    new Set(['first']),
  ]);
  expect(collector.threads.map(({ answers, name }) => [name, answers])).toEqual([['first', true]]);
  removeSecond();
  expect(collector.threads.map(({ answers }) => answers)).toEqual([false]);
});

test.each(channels)(
  "the collector's own recorder is not collected a second time: %s",
  async (_, channelTo) => {
    const recorder = new Recorder();
    const collector = collectorOf({ recorder });
    collector.add(channelTo(recorder));
    for (let i = 0; i < 3; i++) {
      recorder.signal(`value ${i}`, i);
      expect((await collector.recording({ timeout: Infinity })).events).toHaveLength(i + 1);
    }
    expect(collector.threads).toHaveLength(1);
  },
);

test('running threads have different names, and a replacement has the name of the thread that it replaces', async () => {
  const [own, ...others] = Array.from({ length: 4 }, () => new Recorder());
  const collector = collectorOf({ recorder: own });
  const removes = [];
  for (const recorder of others) {
    removes.push(collector.add(sharedChannel(recorder)));
    await collector.recording();
  }
  const names = (): string[] => collector.threads.map(({ name }) => name);
  expect(names()).toEqual(['main', 'main (2)', 'main (3)', 'main (4)']);
  removes[1]!();
  collector.add(sharedChannel(new Recorder()));
  await collector.recording();
  expect(names().slice(4)).toEqual(['main (3)']);
  collector.add(sharedChannel(new Recorder()), 'main (3)');
  await collector.recording();
  expect(names().slice(5)).toEqual(['main (3) (2)']);
});

test('a long name of a thread is cut', async () => {
  const collector = collectorOf();
  collector.add(sharedChannel(new Recorder({ thread: 'x'.repeat(1000) })));
  await collector.recording();
  expect(collector.threads[0]!.name).toBe(`${'x'.repeat(199)}…`);
});

test('an answer that arrives after those to later requests adds nothing twice', async () => {
  const [here, there] = ports();
  const recorder = new Recorder();
  const held: object[] = [];
  let isHeld = true;
  serveRecorder(
    recorder,
    changed(there, (answer) => (isHeld && held.push(answer), isHeld ? { doha: 'nothing' } : answer)),
  );
  const collector = collectorOf({ interval: 60_000 });
  collector.add(changed(here, (request) => ({ ...request, sharesMemory: false })));
  recorder.signal('value', 0);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  recorder.signal('value', 1);
  isHeld = false;
  await collector.recording();
  there.postMessage(held[0]);
  recorder.signal('value', 2);
  const { events, lost } = await collector.recording();
  expect(events.map((event) => event.kind === 'signal' && event.value)).toEqual([0, 1, 2]);
  expect(lost).toBe(0);
});
