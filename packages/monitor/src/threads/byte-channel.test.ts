import { expect, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import { byteChannel, type ByteChannel } from './byte-channel.ts';
import { Collector } from './collector.ts';
import { serveRecorder } from './serve-recorder.ts';

test('the records of a server are collected over a connection', async () => {
  const here: ByteChannel = byteChannel((bytes) => queueMicrotask(() => there.receive(bytes)));
  const there: ByteChannel = byteChannel((bytes) => queueMicrotask(() => here.receive(bytes)));
  const recorder = new Recorder({ thread: 'server', clock: { now: () => performance.now() + 5000 } });
  serveRecorder(recorder, there);
  const collector = new Collector({ interval: 60_000 });
  try {
    collector.add(here);
    recorder.signal('players ✓', 0.1);
    recorder.signal('players ✓', -Number.MAX_VALUE);
    const { events } = await collector.recording();
    expect(events).toMatchObject([
      { thread: 'server', name: 'players ✓', value: 0.1 },
      { thread: 'server', name: 'players ✓', value: -Number.MAX_VALUE },
    ]);
    recorder.signal('more', 1);
    expect((await collector.recording()).events).toHaveLength(3);
  } finally {
    collector.dispose();
  }
});

test('bytes that are no message of a monitor are refused', () => {
  const channel = byteChannel(() => {});
  const onmessage = vi.fn<(event: unknown) => void>();
  channel.onmessage = onmessage;
  for (const bytes of [
    [],
    [1, 2, 3],
    [0, 0, 0, 9, 1],
    [255, 255, 255, 255],
    [0, 0, 0, 0, 1],
    [0, 0, 0, 1, 1],
  ])
    expect(() => channel.receive(Uint8Array.from(bytes))).toThrow(SyntaxError);
  expect(() => channel.receive('text' as never)).toThrow(TypeError);
  expect(() => byteChannel(1 as never)).toThrow('byteChannel: send must be a function');
  expect(onmessage).not.toHaveBeenCalled();
});

test('a view of a larger buffer is read at its position', () => {
  const sent: Uint8Array[] = [];
  byteChannel((bytes) => sent.push(bytes)).postMessage({ doha: 'x', numbers: Float64Array.of(1, 2) });
  const larger = new Uint8Array(100);
  larger.set(sent[0]!, 3);
  const channel = byteChannel(() => {});
  const onmessage = vi.fn<(event: unknown) => void>();
  channel.onmessage = onmessage;
  channel.receive(larger.subarray(3, 3 + sent[0]!.length));
  expect(onmessage).toHaveBeenCalledExactlyOnceWith({ data: { doha: 'x', numbers: Float64Array.of(1, 2) } });
});
