import { expect, test } from 'vitest';
import { endpointOfPort } from './endpoint.ts';
import { type Envelope, recordsOf } from './envelope.ts';
import { Outbox } from './outbox.ts';
import { telegram } from './telegraph.ts';

test('what a getter of a value writes and sends arrives behind the message that holds the value', () => {
  const sent: unknown[] = [];
  const endpoint = {
    post: (message: unknown) => sent.push(recordsOf(structuredClone(message) as Envelope)[0]!.values[0]),
    listen: () => {},
    close: () => Promise.resolve(),
  };
  const outbox = new Outbox(endpoint, { refused: () => {}, onError: () => {} });
  let isRead = false;
  const value = {
    get text() {
      if (!isRead) telegram(outbox, 'second', [(isRead = true)]);
      outbox.flush();
      return 'read';
    },
  };
  telegram(outbox, 'first', [value]);
  outbox.flush();
  expect(sent).toEqual(['first', 'second']);
});

test('the other records of a message are sent, with what they move, if one cannot be copied and its handler throws', async () => {
  const { port1, port2 } = new MessageChannel();
  const refused: unknown[] = [];
  const failed: unknown[] = [];
  const outbox = new Outbox(endpointOfPort(port1), {
    refused({ values }) {
      refused.push(values[0]);
      throw new Error('in refused');
    },
    onError: (error) => failed.push(error),
  });
  const moved = new MessageChannel().port1;
  const buffer = new ArrayBuffer(8);
  telegram(outbox, 'bad', [() => {}]);
  telegram(outbox, 'good', [{ within: [moved] }]);
  outbox.transfer([moved]);
  telegram(outbox, 'better', [{ buffer }]);
  outbox.transfer([buffer]);
  const come: unknown[] = [];
  const both = new Promise<void>((resolve) => {
    port2.onmessage = ({ data }: MessageEvent<Envelope>) => {
      if (come.push(recordsOf(data)[0]!.values[0]) === 2) resolve();
    };
  });
  outbox.flush();
  await both;
  expect(refused).toEqual(['bad']);
  expect(failed).toEqual([new Error('in refused')]);
  expect(come).toEqual(['good', 'better']);
  expect(buffer.byteLength).toBe(0);
  port1.close();
});
