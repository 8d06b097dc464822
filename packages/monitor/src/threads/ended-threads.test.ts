import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import { recordSize } from '../recording/record-ring.ts';
import type { Follower } from '../recording/follower.ts';
import type { Channel } from './channel.ts';
import { collectorOf } from './channels.test.setup.ts';
import type { Collector } from './collector.ts';
import { serveRecorder } from './serve-recorder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Both ends of a channel in this thread. Until it is over, `busy` holds back all messages to `there`. */
class Line {
  readonly here: Channel = { onmessage: null, postMessage: (message) => this.#toThere(message) };
  readonly there: Channel = {
    onmessage: null,
    postMessage: (message) => this.here.onmessage?.({ data: this.#copy(message) }),
  };
  #held: unknown[] | undefined;
  #sharesMemory: boolean;

  constructor(sharesMemory: boolean) {
    this.#sharesMemory = sharesMemory;
  }

  set isBusy(isBusy: boolean) {
    const held = this.#held ?? [];
    this.#held = isBusy ? held : undefined;
    if (!isBusy) for (const message of held) this.#toThere(message);
  }

  #toThere(message: unknown): void {
    if (this.#held !== undefined) this.#held.push(message);
    else this.there.onmessage?.({ data: this.#copy(message) });
  }

  #copy(message: unknown): unknown {
    const copy = { ...(message as object) } as { sharesMemory?: boolean };
    if (copy.sharesMemory !== undefined) copy.sharesMemory = this.#sharesMemory;
    return copy;
  }
}

interface Thread {
  readonly line: Line;
  readonly recorder: Recorder;
  readonly remove: () => void;
}

function start(collector: Collector, name: string, sharesMemory: boolean): Thread {
  const line = new Line(sharesMemory);
  const recorder = new Recorder({ thread: name, capacity: 16 });
  serveRecorder(recorder, line.there);
  return { line, recorder, remove: collector.add(line.here) };
}

/** Number of records and of lost records that a follower has taken, by the thread. */
function counterOf(follower: Follower): () => Record<string, [records: number, lost: number]> {
  const counts: Record<string, [number, number]> = {};
  return () => {
    for (const { lost, numbers, thread } of follower.take()) {
      const [records, before] = counts[thread] ?? [0, 0];
      counts[thread] = [records + numbers.length / recordSize, before + lost];
    }
    return counts;
  };
}

const kinds = [
  ['shared memory', true],
  ['copies', false],
] as const;

test.each(kinds)('threads that compute for long lose no records: %s', async (_, sharesMemory) => {
  const collector = collectorOf();
  const count = counterOf(collector.follow());
  const names = Array.from({ length: 12 }, (_name, i) => `worker ${i}`);
  const threads = names.map((name) => start(collector, name, sharesMemory));
  for (const { recorder } of threads) recorder.signal('early', 1);
  vi.advanceTimersByTime(1000);
  for (const { line } of threads) line.isBusy = true;
  vi.advanceTimersByTime(10_000);
  const last = start(collector, 'worker 0', sharesMemory); // a name that a silent thread has
  for (const { recorder } of [...threads, last]) recorder.signal('late', 2);
  for (const { line } of threads) line.isBusy = false;
  vi.advanceTimersByTime(1000);
  const { events, lost } = await collector.recording();
  expect([events.length, lost]).toEqual([25, 0]);
  expect(collector.threads.map(({ name }) => name)).toEqual([...names, 'worker 0 (2)']);
  expect(count()).toEqual({
    ...Object.fromEntries(names.map((name) => [name, [2, 0]])),
    'worker 0 (2)': [1, 0],
  });
});

test.each(kinds)(
  'the records of all ended threads but the newest eight are lost: %s',
  async (_, sharesMemory) => {
    const collector = collectorOf();
    const counts = [counterOf(collector.follow()), counterOf(collector.follow())];
    for (let i = 0; i < 300; i++) {
      const { recorder, remove } = start(collector, `thread ${i}`, sharesMemory);
      for (let n = 0; n < 3; n++) recorder.signal('value', n);
      vi.advanceTimersByTime(100);
      if (i === 100) counts[1]!(); // has taken the records of all that are kept then
      remove();
    }
    const { events, lost } = await collector.recording();
    expect([events.length, lost]).toEqual([27, 3 * 291]); // the newest one joined while eight had ended
    expect(collector.threads).toHaveLength(9);
    expect(counterOf(collector.follow())()).toEqual({});
    const sums = counts.map((count) =>
      Object.values(count()).reduce(
        ([records, missing], [more, lostNow]) => [records + more, missing + lostNow],
        [0, 0],
      ),
    );
    expect(sums[1]).toEqual([27 + 27, 3 * (300 - 54 / 3)]);
    expect(sums[0]![0]).toBe(27);
  },
);

test.each(kinds)(
  'a thread that was forgotten and answers again is followed from there: %s',
  async (_, sharesMemory) => {
    const collector = collectorOf();
    const count = counterOf(collector.follow());
    const first = start(collector, 'first', sharesMemory);
    for (let n = 0; n < 3; n++) first.recorder.signal('before', n);
    vi.advanceTimersByTime(100);
    count();
    for (let n = 0; n < 4; n++) first.recorder.signal('not taken', n);
    vi.advanceTimersByTime(100);
    first.remove();
    for (let i = 0; i < 10; i++) {
      const { remove } = start(collector, `thread ${i}`, sharesMemory);
      remove();
    }
    start(collector, 'first', sharesMemory);
    first.recorder.signal('unseen', 1);
    collector.add(first.line.here);
    vi.advanceTimersByTime(200);
    first.recorder.signal('after', 1);
    vi.advanceTimersByTime(200);
    const { events, lost } = await collector.recording();
    expect(events.map(({ name, thread }) => [thread, name])).toEqual([
      ['first (2)', 'unseen'],
      ['first (2)', 'after'],
    ]);
    expect(lost).toBe(7);
    expect(count()).toEqual({ first: [3, 0], 'first (2)': [2, 4] });
  },
);

test('a silent recorder has ended if its channel has got a further one', async () => {
  const collector = collectorOf();
  const line = new Line(false);
  collector.add(line.here);
  const names = (): string[] => collector.threads.map(({ name }) => name);
  for (let i = 0; i < 100; i++) {
    const stop = serveRecorder(new Recorder({ thread: 'page' }), line.there);
    vi.advanceTimersByTime(1500);
    stop();
    vi.advanceTimersByTime(10_000);
    expect(names().at(-1)).toBe('page');
  }
  expect(names()).toHaveLength(9);
});
