import { expect, onTestFinished, test, vi } from 'vitest';
import { RecordRing } from '../recording/record-ring.ts';
import { Recorder } from '../recording/recorder.ts';
import { kindOf } from '../recording/recorded-event.ts';
import { perfettoTrace } from '../trace/perfetto-trace.ts';
import { traceEvents } from '../trace/trace-events.ts';
import { changed, channels, collectorOf, ports } from './channels.test.setup.ts';
import { serveRecorder } from './serve-recorder.ts';

const soundRecord = [kindOf.turn, 1, 2, 0, 0, 0];

test.each([
  [{ capacity: 2 ** 40 }, 'capacity'],
  [{ capacity: 17 }, 'capacity'],
  [{ capacity: 16n }, 'capacity'],
  [{ numbers: new Float64Array(5) }, 'numbers'],
  [{ numbers: new Float64Array(6 * 2 ** 17) }, 'numbers'],
  [{ numbers: [] }, 'numbers'],
  [{ names: [1] }, 'names'],
  [{ names: ['x'.repeat(201)] }, 'names'],
  [{ names: 'names' }, 'names'],
  [{ names: Array.from({ length: 5000 }, String) }, 'firstName'],
  [{ firstName: -1 }, 'firstName'],
  [{ firstName: 4097 }, 'firstName'],
  [{ sent: Number.NaN }, 'sent'],
  [{ sent: 1e300 }, 'sent'],
  [{ received: '5' }, 'received'],
  [{ asked: null }, 'asked'],
  [{ memory: {} }, 'memory'],
  [{ memory: null }, 'memory'],
  [{ memory: { records: new SharedArrayBuffer(16), names: new SharedArrayBuffer(2 ** 18) } }, 'memory'],
  [{ lost: -1 }, 'lost'],
  [{ lost: Number.NaN }, 'lost'],
  [{ lost: 1e300 }, 'lost'],
  [{ position: 0.5 }, 'position'],
  [{ position: 2 ** 40 }, 'position'],
  [{ position: 1n }, 'position'],
  [{ thread: 5 }, 'thread'],
  [{ recorder: null }, 'recorder'],
  [{ recorder: 'x'.repeat(1e6) }, 'recorder'],
  [{ origin: Infinity }, 'origin'],
  [{ request: '1' }, 'request'],
])('an answer that is not valid is refused: %o', async (wrong, member) => {
  const [here, there] = ports();
  const recorder = new Recorder();
  recorder.signal('value', 1);
  serveRecorder(
    recorder,
    changed(there, (message) => ({ ...message, ...wrong })),
  );
  const onError = vi.fn<(error: unknown) => void>();
  const collector = collectorOf({ onError });
  collector.add(here);
  await vi.waitFor(() => expect(onError).toHaveBeenCalled());
  expect((await collector.recording({ timeout: 5 })).events).toEqual([]);
  expect(collector.threads).toEqual([]);
  const error = new TypeError(`Collector: an answer was refused, because its ${member} is not valid`);
  expect(onError).toHaveBeenCalledExactlyOnceWith(error);
});

test('an answer to a request that was not sent is refused', async () => {
  const [here, there] = ports();
  serveRecorder(
    new Recorder(),
    changed(there, (message) => ({ ...message, request: 1e6 })),
  );
  const onError = vi.fn<(error: unknown) => void>();
  collectorOf({ onError }).add(here);
  await vi.waitFor(() => expect(onError).toHaveBeenCalled());
  expect(String(onError.mock.calls[0]![0])).toContain('there was no such request');
});

test.each([
  {},
  { known: null },
  { known: 5 },
  { known: { recorder: null } },
  { known: { recorder: { names: -1, position: 0 } } },
  { known: { recorder: { names: 0, position: 1e300 } } },
  { known: {}, request: Number.NaN },
  { known: {}, request: 1, asked: Infinity },
  { known: {}, request: 1, asked: 1, sharesMemory: false, skipped: 'all' },
])('a request that is not valid is refused, and reported once: %o', async (wrong) => {
  const [here, there] = ports();
  const recorder = new Recorder();
  recorder.signal('value', 1);
  const onError = vi.fn<(error: unknown) => void>();
  serveRecorder(recorder, there, { onError });
  for (let i = 0; i < 3; i++) here.postMessage({ doha: 'monitor request', collector: 'x', ...wrong });
  const collector = collectorOf();
  collector.add(here);
  expect((await collector.recording()).events).toHaveLength(1);
  expect(onError).toHaveBeenCalledOnce();
  expect(String(onError.mock.calls[0]![0])).toContain('serveRecorder: a request was refused, because its');
});

test('records that are not valid are counted as lost, and break no recording, trace or follower', async () => {
  const [here, there] = ports();
  const wrong = [
    [99, 1, 2, 0, 0, 0],
    [kindOf.turn, NaN, NaN, 0, 0, 0],
    [kindOf.turn, 1e300, 1e300, 0, 0, 0],
    [kindOf.remote, 1, 2, 0, -1, NaN],
    [kindOf.drop, 1, 2, 0, 77, 0],
    [kindOf.signal, 1, 2, 1e9, NaN, 0],
  ];
  const numbers = Float64Array.from([...wrong, soundRecord].flat());
  serveRecorder(
    new Recorder(),
    changed(there, (message) => ({ ...message, memory: undefined, numbers, position: numbers.length / 6 })),
  );
  const collector = collectorOf();
  collector.add(here, 'peer');
  const follower = collector.follow();
  const recording = await collector.recording();
  expect(recording.events).toMatchObject([
    { kind: 'turn', thread: 'peer', end: expect.any(Number) as number },
  ]);
  expect(recording.lost).toBe(wrong.length);
  expect(perfettoTrace(recording).length).toBeGreaterThan(0);
  expect(traceEvents(recording).traceEvents.length).toBeGreaterThan(0);
  const [taken] = follower.take();
  expect([taken!.numbers.length, taken!.lost]).toEqual([6, wrong.length]);
});

test('records that are not valid in shared memory are counted as lost', async () => {
  const [here, there] = ports();
  const recorder = new Recorder();
  serveRecorder(recorder, there);
  const collector = collectorOf();
  collector.add(here);
  await collector.recording();
  recorder.parts.ring.write(NaN, NaN, NaN, NaN, NaN, NaN);
  recorder.signal('value', 1);
  const { events, lost } = await collector.recording();
  expect([events.length, lost]).toEqual([1, 1]);
});

test.each(channels)('a recorder whose clock is faulty breaks no collection: %s', async (_, channelTo) => {
  let now = NaN;
  const [own, other] = [new Recorder(), new Recorder({ thread: 'other', clock: { now: () => now } })];
  own.signal('mine', 1);
  const collector = collectorOf({ recorder: own, onError: () => {} });
  collector.add(channelTo(other));
  other.signal('at no time', 1);
  expect((await collector.recording({ timeout: 5 })).events.map(({ name }) => name)).toEqual(['mine']);
  now = 5;
  other.signal('at 5 ms', 1);
  const { events, lost } = await collector.recording();
  expect(events.map(({ name }) => name).toSorted()).toEqual(['at 5 ms', 'mine']);
  expect(lost).toBe(1);
});

test('the memory of copies follows the records that arrive, not the capacity that a peer states', async () => {
  const [here, there] = ports();
  const recorder = new Recorder();
  serveRecorder(
    recorder,
    changed(there, (message) => ({ ...message, capacity: 2 ** 24 })),
  );
  const collector = collectorOf();
  collector.add(changed(here, (request) => ({ ...request, sharesMemory: false })));
  const create = vi.spyOn(RecordRing, 'create');
  onTestFinished(() => create.mockRestore());
  let count = 0;
  for (const more of [1, 1021, 1, 1, 5000, 3000]) {
    for (const end = count + more; count < end; count++) recorder.signal('value', count);
    const { events, lost } = await collector.recording();
    expect(lost).toBe(0);
    expect(events.map((event) => event.kind === 'signal' && event.value)).toEqual(
      Array.from({ length: count }, (_, value) => value),
    );
  }
  expect(Math.max(...create.mock.calls.map(([capacity]) => capacity))).toBe(16_384);
});
