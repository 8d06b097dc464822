import { expect, test } from 'vitest';
import { none } from '../control/none.ts';
import type { Message } from '../sender/message.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import type { Link } from './link.ts';

/** A connection whose peer reads everything and acknowledges nothing. */
function silentLink(): Link {
  return { buffered: 0, send() {}, close() {} };
}

const settings = { receiveWindow: 2 ** 30, streamWindow: 2 ** 30, reassemblyLimit: 2 ** 30 };

/** A server with a client whose acknowledgments are sent by the test. */
function serverWithSilentClient(): { readonly pair: VirtualPair; readonly acknowledge: () => void } {
  const pair = new VirtualPair({ controller: none, settings });
  const channel = pair.server.bind(silentLink());
  let frames = 0;
  const send = channel.send.bind(channel);
  channel.send = (writer, sent, now): void => {
    if (writer.isAckEliciting) frames++;
    send(writer, sent, now);
  };
  const acknowledge = (): void => {
    const writer = new FrameWriter();
    writer.ack(frames, 0, 0);
    frames = 0;
    pair.server.endpoint.receive(channel, writer.take());
    pair.pass(100);
  };
  return { pair, acknowledge };
}

test('the number of unacknowledged empty messages is limited, because each takes memory', () => {
  const { acknowledge, pair } = serverWithSilentClient();
  for (let i = 0; i < 30_000; i++) pair.server.send('');
  pair.pass(100);
  expect(pair.server.statistics.messagesSent).toBe(30_000);
  for (let i = 0; i < 30_000; i++) pair.server.send('');
  pair.pass(1000);
  expect(pair.server.statistics.messagesSent).toBeLessThan(40_000);
  acknowledge();
  expect(pair.server.statistics.messagesSent).toBe(60_000);
  acknowledge();
  expect(pair.server.statistics.messagesDelivered).toBe(60_000);
});

test('unacknowledged bytes of messages and the memory of their chunks are bounded', () => {
  const { acknowledge, pair } = serverWithSilentClient();
  const messages: Message[] = [];
  for (let i = 0; i < 40; i++) {
    messages.push(pair.server.send(new Uint8Array(2 ** 19)));
    pair.pass(10);
  }
  const sent = messages.filter(({ status }) => status === 'sent').length;
  expect(sent).toBeGreaterThan(24);
  expect(sent).toBeLessThan(34);
  acknowledge();
  acknowledge();
  expect(messages.every(({ status }) => status === 'delivered')).toBe(true);
});

test('a connection that takes over sends the unacknowledged messages again, up to the limit of a connection', () => {
  const { pair } = serverWithSilentClient();
  for (let i = 0; i < 60_000; i++) {
    pair.server.send('');
    if (i % 10_000 === 0) pair.pass(10);
  }
  const [first] = pair.server.endpoint.channels;
  const second = pair.server.bind(silentLink());
  second.isReady = true;
  let messages = 0;
  const send = second.send.bind(second);
  second.send = (writer, sent, now): void => {
    messages += sent.length;
    send(writer, sent, now);
  };
  pair.server.endpoint.unbind(first!);
  pair.pass(100);
  expect(messages).toBeGreaterThan(30_000);
  expect(messages).toBeLessThan(40_000);
});
