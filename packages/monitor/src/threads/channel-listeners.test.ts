import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import type { Channel } from './channel.ts';
import { collectorOf, ports } from './channels.test.setup.ts';
import { listen } from './channel-listeners.ts';
import { serveRecorder } from './serve-recorder.ts';

/** A port to another page: a message with shared memory arrives as an event `messageerror`. */
class PagePort implements Channel {
  other!: PagePort;
  onmessage: Channel['onmessage'] = null;
  onmessageerror: (() => void) | null = null;

  static pair(): readonly [PagePort, PagePort] {
    const [one, other] = [new PagePort(), new PagePort()];
    [one.other, other.other] = [other, one];
    return [one, other];
  }

  postMessage(data: { readonly memory?: unknown }): void {
    queueMicrotask(() => {
      if (data.memory === undefined) this.other.onmessage?.({ data });
      else this.other.onmessageerror?.();
    });
  }
}

/** One end of a channel of Node. */
class Emitter extends EventEmitter {
  other!: Emitter;
  unref: () => void = vi.fn<() => void>();

  static pair(): readonly [Emitter, Emitter] {
    const [one, other] = [new Emitter(), new Emitter()];
    [one.other, other.other] = [other, one];
    return [one, other];
  }

  postMessage(data: unknown): void {
    queueMicrotask(() => this.other.emit('message', data));
  }
}

test('the recorders of a page that cannot share memory are copied', async () => {
  const [here, there] = PagePort.pair();
  const recorders = ['one', 'two'].map((thread) => new Recorder({ thread }));
  const collector = collectorOf({ interval: 60_000 });
  const remove = collector.add(here);
  for (const recorder of recorders) {
    serveRecorder(recorder, there);
    recorder.signal('early', 1);
  }
  await collector.recording();
  for (const recorder of recorders) recorder.signal('late', 2);
  const { events } = await collector.recording();
  expect(events.map(({ name, thread }) => `${name} ${thread}`).toSorted()).toEqual([
    'early one',
    'early two',
    'late one',
    'late two',
  ]);
  remove();
  expect([here.onmessage, here.onmessageerror]).toEqual([null, null]);
});

test('the events of a channel of Node bring records, and its thread keeps the process alive', async () => {
  const [here, there] = Emitter.pair();
  const recorder = new Recorder();
  recorder.signal('value', 1);
  const stop = serveRecorder(recorder, there);
  const collector = collectorOf();
  const remove = collector.add(here);
  expect((await collector.recording()).events).toHaveLength(1);
  expect([here.unref, there.unref].map((unref) => vi.mocked(unref).mock.calls.length)).toEqual([0, 0]);
  stop();
  remove();
  expect([here, there].flatMap((end) => end.eventNames())).toEqual([]);
});

test('a Worker of Node is a channel', async () => {
  const worker = new Worker('', { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const remove = collectorOf().add(worker);
  expect(worker.listenerCount('message')).toBe(1);
  remove();
  expect(worker.listenerCount('message')).toBe(0);
});

test('a port that only the monitor uses keeps no process alive, and one that the application uses does', () => {
  const [unused, used] = ports();
  used.on('message', () => {});
  for (const port of [unused, used]) listen(port, { message: () => {} });
  for (const port of [unused, used]) listen(port, { message: () => {} });
  expect([unused, used].map((port) => (port as { hasRef?(): boolean }).hasRef?.())).toEqual([false, true]);
});
