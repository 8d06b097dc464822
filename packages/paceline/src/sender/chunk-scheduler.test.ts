import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { usualSegment } from '../control/latency-controller.ts';
import { Reassembly } from '../receiver/reassembly.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { creditPerMessage, webSocketHeaderSize, maxFrameSize } from '../wire/layout.ts';
import { type FrameReceiver, readFrame } from '../wire/read-frame.ts';
import { ChunkScheduler, type Sent } from './chunk-scheduler.ts';
import { Message } from './message.ts';
import { OutgoingStream } from './outgoing-stream.ts';

const frameSize = 15_000;

/** A chunk scheduler, and the receiver of its frames. */
class Harness {
  readonly scheduler: ChunkScheduler;
  /** Control records and messages that have arrived. A message is shown by its stream and its first byte. */
  readonly came: string[] = [];
  /** Contents of frames that were not lost and are not acknowledged. */
  readonly underWay: Sent[] = [];
  #writer: FrameWriter = new FrameWriter();
  #reassembly: Reassembly;
  #loop = new EventLoop({ host: new VirtualHost() });
  #streams = 0;
  #counts: Map<OutgoingStream, number> = new Map(); // messages of each stream

  constructor(chunkSize = 1200, credit = Infinity) {
    this.scheduler = new ChunkScheduler(chunkSize);
    this.scheduler.flow.credit = credit;
    this.scheduler.flow.reassemblyLimit = 2 ** 27;
    this.#reassembly = new Reassembly({
      maxMessageSize: 2 ** 26,
      reassemblyLimit: 2 ** 27,
      deliver: (stream, _isText, [first]) => void this.came.push(`message ${stream}/${first}`),
      use: () => undefined,
      hold: () => true,
    });
  }

  stream(): OutgoingStream {
    const parts = { id: this.#streams++, weight: 1, fairness: 'resource', window: 2 ** 30 } as const;
    const stream = new OutgoingStream({ ...parts, loop: this.#loop, sink: this.scheduler, ended() {} });
    this.scheduler.join(stream);
    return stream;
  }

  send(stream: OutgoingStream, size: number, priority = 0, expiresIn?: number): Message {
    const count = this.#counts.get(stream) ?? 0;
    this.#counts.set(stream, count + 1);
    return stream.send(new Uint8Array(size).fill(count), false, { priority, expiresIn });
  }

  /** Sends a frame; returns its contents and its bytes. */
  frame(size = frameSize): { readonly sent: Sent[]; readonly bytes: Uint8Array } {
    const sent = this.scheduler.fill(this.#writer, size);
    return { sent, bytes: this.#writer.take() };
  }

  /** Sends frames until there is nothing more to send, and delivers them; returns their lengths. */
  pass(size = frameSize): number[] {
    const lengths: number[] = [];
    for (let { bytes, sent } = this.frame(size); sent.length > 0; { bytes, sent } = this.frame(size)) {
      this.receive(bytes);
      this.underWay.push(...sent);
      lengths.push(bytes.length);
    }
    return lengths;
  }

  receive(frame: Uint8Array): void {
    const streams = {
      openStream: (id: number, label: string) => void this.came.push(`open ${id} ${label}`),
      closeStream: (id: number) => void this.came.push(`close ${id}`),
    };
    const rest = this.#reassembly as unknown as FrameReceiver;
    const receiver = {
      ...streams,
      whole: rest.whole.bind(rest),
      start: rest.start.bind(rest),
      more: rest.more.bind(rest),
      cancel: rest.cancel.bind(rest),
    };
    const fault = readFrame(frame, receiver as Partial<FrameReceiver> as FrameReceiver);
    if (fault !== undefined) throw new Error(fault);
  }

  acknowledge(): void {
    this.scheduler.acknowledge(this.underWay.splice(0));
  }
}

test('control records take as many frames as they need, in their order, and messages follow', () => {
  const harness = new Harness();
  const label = 'x'.repeat(1000);
  const opened = Array.from({ length: 300 }, (_, i) => `open ${i} ${label}`);
  for (let i = 0; i < 300; i++) {
    harness.scheduler.sendControl((writer) => writer.openStream(i, label, false));
    harness.send(harness.stream(), 10);
  }
  const lengths = harness.pass();
  expect(harness.came.slice(0, 300)).toEqual(opened);
  expect(harness.came).toHaveLength(600);
  expect(Math.max(...lengths)).toBeLessThan(frameSize + 1100);
  expect(frameSize + 1100).toBeLessThan(maxFrameSize);
});

test('a control record that is longer than a frame is sent whole, and is the last one of its frame', () => {
  const harness = new Harness();
  for (const label of ['short', 'x'.repeat(1000), 'short'])
    harness.scheduler.sendControl((writer) => writer.openStream(1, label, false));
  expect(harness.pass(500)).toHaveLength(2);
  expect(harness.came).toHaveLength(3);
});

test('hundreds of thousands of control records are sent again', () => {
  const harness = new Harness();
  for (let i = 0; i < 200_000; i++) harness.scheduler.sendControl((writer) => writer.closeStream(i, 0));
  const { sent } = harness.frame(2 ** 24);
  expect(sent).toHaveLength(200_000);
  harness.scheduler.retransmit(sent);
  harness.pass(2 ** 17);
  expect(harness.came[0]).toBe('close 0');
  expect(harness.came).toHaveLength(200_000);
});

test('incomplete messages do not exceed the limit of the peer, whatever the chunk size', () => {
  const harness = new Harness(2 ** 16);
  const count = runs({ gate: 1500, long: 4500 });
  for (let i = 0; i < count; i++) harness.send(harness.stream(), 20_000);
  for (let i = 0; i < 3; i++) {
    harness.pass();
    harness.acknowledge();
  }
  expect(harness.came).toHaveLength(count);
});

test('small messages are not divided when no more incomplete messages are allowed', () => {
  const harness = new Harness();
  harness.scheduler.flow.reassemblyLimit = 0;
  for (let i = 0; i < 4500; i++) harness.send(harness.stream(), 1000);
  for (const { sent } of Array.from({ length: 5 }, () => harness.frame()))
    expect(sent.filter((one) => !('to' in one) || one.from !== 0 || one.to !== 1000)).toEqual([]);
});

test('a message that was sent completely cannot be cancelled, although it must be sent again', async () => {
  const harness = new Harness();
  const message = harness.send(harness.stream(), 10);
  const { bytes, sent } = harness.frame();
  harness.receive(bytes);
  harness.scheduler.retransmit(sent);
  expect(message.status).toBe('sent');
  expect(message.cancel()).toBe(false);
  harness.pass();
  harness.acknowledge();
  expect(await message.delivered).toBe('delivered');
  expect(harness.came).toEqual(['message 0/0']);
});

test('a message that was sent in part can be cancelled, also when that part must be sent again', async () => {
  const harness = new Harness();
  const message = harness.send(harness.stream(), 30_000);
  harness.scheduler.retransmit(harness.frame().sent);
  expect(message.status).toBe('sending');
  expect(message.cancel()).toBe(true);
  harness.pass();
  expect(await message.sent).toBe('cancelled');
  expect(harness.came).toEqual([]);
  expect(harness.scheduler.waitingBytes).toBe(0);
});

test('waitingBytes is the sum of all streams, after messages are sent, lost, replaced, cancelled and restarted', () => {
  const harness = new Harness(1000);
  const streams = [harness.stream(), harness.stream()];
  const check = (expected: readonly number[]): void => {
    expect(streams.map(({ waitingBytes }) => waitingBytes)).toEqual(expected);
    expect(harness.scheduler.waitingBytes).toBe(expected.reduce((sum, bytes) => sum + bytes, 0));
  };
  const [long] = streams.map((stream) => harness.send(stream, 20_000));
  check([20_000, 20_000]);
  const { sent } = harness.frame(5000);
  expect(streams.map(({ waitingBytes }) => waitingBytes < 20_000)).toEqual([true, true]);
  harness.scheduler.retransmit(sent);
  check([20_000, 20_000]);
  harness.frame(5000);
  harness.scheduler.restart(long!.id);
  expect(streams[0]!.waitingBytes).toBe(20_000);
  harness.frame(2 ** 16);
  check([0, 0]);
  harness.scheduler.restart(long!.id);
  check([20_000, 0]);
  const short = harness.send(streams[1]!, 100);
  const { isText, marginalUtility, order, priority, stream } = short;
  const payload = new Uint8Array(10);
  const shorter = new Message({ payload, isText, marginalUtility, order, priority, stream });
  harness.scheduler.replace(short, shorter);
  check([20_000, 10]);
  expect(shorter.cancel()).toBe(true);
  check([20_000, 0]);
  harness.send(streams[1]!, 30);
  harness.scheduler.clear(streams[1]!, 'cancelled');
  check([20_000, 0]);
});

test("`sent` of a message that was sent resolves to 'sent', also if it is read after the message was lost", async () => {
  const harness = new Harness();
  const message = harness.send(harness.stream(), 10);
  harness.pass();
  message.become('lost');
  expect([await message.sent, await message.delivered]).toEqual(['sent', 'lost']);
});

test('lost chunks are sent again although a message of higher priority has no credit', () => {
  for (const other of [false, true]) {
    const harness = new Harness(1200, 10 * (1000 + creditPerMessage));
    const stream = harness.stream();
    const urgentStream = other ? harness.stream() : stream;
    for (let i = 0; i < 10; i++) harness.send(stream, 1000);
    const { sent } = harness.frame();
    expect(sent).toHaveLength(10);
    harness.send(urgentStream, 1000, 1);
    harness.scheduler.retransmit(sent);
    harness.pass();
    expect(harness.came).toEqual(Array.from({ length: 10 }, (_, i) => `message 0/${i}`));
  }
});

test('a message that was sent in one piece is sent again in one piece, so it is no incomplete message', () => {
  const harness = new Harness(2 ** 14);
  harness.scheduler.flow.reassemblyLimit = 0;
  harness.send(harness.stream(), 10_000);
  harness.scheduler.retransmit(harness.frame().sent);
  expect(harness.pass(1000)).toHaveLength(1);
  expect(harness.came).toEqual(['message 0/0']);
});

test('while the limit of incomplete messages blocks another stream, a message that was sent in part does not overtake an earlier one of its own stream', () => {
  const harness = new Harness(2 ** 14);
  const [stream, blocked] = [harness.stream(), harness.stream()];
  harness.send(stream, 5000);
  harness.send(stream, 20_000);
  const lost = [harness.frame().sent, harness.frame().sent].flat();
  harness.scheduler.flow.reassemblyLimit = 20_000;
  harness.scheduler.retransmit(lost);
  harness.send(blocked, 20_000);
  harness.pass(3000);
  expect(harness.came).toEqual(['message 0/0', 'message 0/1']);
});

test('many lost messages are queued again, whatever their priorities', () => {
  const count = 20_000;
  const harness = new Harness();
  const streams = [harness.stream(), harness.stream()];
  for (let i = 0; i < count; i++) harness.send(streams[i % 2]!, 1, i % 3);
  const { sent } = harness.frame(2 ** 26);
  harness.scheduler.retransmit(sent);
  expect(harness.scheduler.waiting).toBe(count);
  while (!harness.scheduler.isEmpty) harness.pass(2 ** 16);
  expect(harness.came).toHaveLength(count);
});

test('the restart of a message whose chunks the peer has dropped takes constant time, whatever the number of incomplete messages', () => {
  const harness = new Harness(300);
  let reads = 0;
  const messages = Array.from({ length: 500 }, () => harness.send(harness.stream(), 1000));
  const { sent } = harness.frame(300_000);
  expect(sent.length).toBeGreaterThanOrEqual(500);
  for (const message of messages) {
    const { id } = message;
    Object.defineProperty(message, 'id', { get: () => (reads++, id) });
  }
  for (let i = 0; i < 100; i++) harness.scheduler.restart(1_000_000 + i);
  expect(reads).toBe(0);
  harness.scheduler.restart(7);
  expect(reads).toBeLessThan(10);
  expect(messages.map(({ restarts }) => restarts)).toEqual(messages.map((_, i) => (i === 7 ? 1 : 0)));
});

test('a frame has at most one segment if a message of lower priority follows in its stream', () => {
  const harness = new Harness();
  const stream = harness.stream();
  harness.send(stream, 100, 1);
  harness.send(stream, 30_000, 0);
  const [first, second] = harness.pass();
  expect(first).toBeLessThanOrEqual(usualSegment - webSocketHeaderSize);
  expect(second).toBeGreaterThan(14_000);
  expect(harness.came).toEqual(['message 0/0', 'message 0/1']);
});

test('messages of descending priority share a frame up to a segment', () => {
  const harness = new Harness();
  const stream = harness.stream();
  for (let i = 0; i < 100; i++) harness.send(stream, 50, -i);
  const lengths = harness.pass();
  expect(Math.max(...lengths)).toBeLessThanOrEqual(usualSegment - webSocketHeaderSize);
  expect(lengths).toHaveLength(4);
});

test('messages of equal priority, and those of other streams, share a frame', () => {
  const harness = new Harness();
  const [one, other] = [harness.stream(), harness.stream()];
  for (let i = 0; i < 50; i++) harness.send(one, 100);
  harness.send(other, 5000, -1);
  expect(harness.pass()).toHaveLength(1);
});

test('a message that is sent again delays one of higher priority by no more than a segment', () => {
  const harness = new Harness();
  const stream = harness.stream();
  harness.send(stream, 10_000, 0);
  const { sent } = harness.frame();
  harness.send(stream, 100, 1);
  harness.scheduler.retransmit(sent);
  const [first] = harness.pass();
  expect(first).toBeLessThanOrEqual(usualSegment - webSocketHeaderSize);
  expect(harness.came).toEqual(['message 0/1', 'message 0/0']);
});

describe('a message that would expire half sent', () => {
  // 1,000 bytes may be sent now, and 1 byte per ms after that; the virtual time is 0.
  const slow = (): Harness => {
    const harness = new Harness();
    harness.scheduler.forecast.update(50, 1000, 1);
    return harness;
  };

  test('is dropped at its turn if others wait', () => {
    const harness = slow();
    const stream = harness.stream();
    const sizes = [5000, 4000, 1000, 5000];
    // Too late; in time; sent at once; does not expire.
    const messages = sizes.map((size, i) => harness.send(stream, size, 1, [3000, 3500, 10, undefined][i]));
    expect(messages[0]!.status).toBe('queued');
    harness.pass();
    expect(messages.map(({ status }) => status)).toEqual(['expired', 'sent', 'sent', 'sent']);
    expect([harness.scheduler.waiting, harness.scheduler.waitingBytes]).toEqual([0, 0]);
  });

  test('is sent if it is the only one', () => {
    const harness = slow();
    const message = harness.send(harness.stream(), 5000, 0, 3000);
    harness.pass();
    expect(message.status).toBe('sent');
  });

  test('is continued once it has begun, and sent again after a loss', () => {
    const harness = new Harness();
    const stream = harness.stream();
    const message = harness.send(stream, 5000, 1, 3000);
    const { sent } = harness.frame(1000);
    harness.scheduler.forecast.update(50, 1000, 1);
    harness.scheduler.retransmit(sent);
    harness.send(stream, 100);
    harness.pass();
    expect(message.status).toBe('sent');
    expect(harness.came).toEqual(['message 0/0', 'message 0/1']);
  });
});
