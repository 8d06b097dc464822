import { expect, test } from 'vitest';
import { endpointOfPort } from './endpoint.ts';
import { type Message, recordsOf } from './message-format.ts';
import { MessageWriter } from './message-writer.ts';
import { writeCall } from './remote-methods.ts';

test('if a getter of a value writes and sends records, they arrive after the message that contains the value', () => {
  const sent: unknown[] = [];
  const endpoint = {
    post: (message: unknown) => sent.push(recordsOf(structuredClone(message) as Message)[0]!.values[0]),
    listen: () => {},
    close: () => Promise.resolve(),
  };
  const writer = new MessageWriter(endpoint, { refused: () => {}, onError: () => {} });
  let isRead = false;
  const value = {
    get text() {
      if (!isRead) writeCall(writer, 'second', [(isRead = true)]);
      writer.flush();
      return 'read';
    },
  };
  writeCall(writer, 'first', [value]);
  writer.flush();
  expect(sent).toEqual(['first', 'second']);
});

test('if a record cannot be copied and its handler throws, the other records of the message are sent with their objects', async () => {
  const { port1, port2 } = new MessageChannel();
  const refused: unknown[] = [];
  const failed: unknown[] = [];
  const writer = new MessageWriter(endpointOfPort(port1), {
    refused({ values }) {
      refused.push(values[0]);
      throw new Error('in refused');
    },
    onError: (error) => failed.push(error),
  });
  const moved = new MessageChannel().port1;
  const buffer = new ArrayBuffer(8);
  writeCall(writer, 'bad', [() => {}]);
  writeCall(writer, 'good', [{ within: [moved] }]);
  writer.transfer([moved]);
  writeCall(writer, 'better', [{ buffer }]);
  writer.transfer([buffer]);
  const come: unknown[] = [];
  const both = new Promise<void>((resolve) => {
    port2.onmessage = ({ data }: MessageEvent<Message>) => {
      if (come.push(recordsOf(data)[0]!.values[0]) === 2) resolve();
    };
  });
  writer.flush();
  await both;
  expect(refused).toEqual(['bad']);
  expect(failed).toEqual([new Error('in refused')]);
  expect(come).toEqual(['good', 'better']);
  expect(buffer.byteLength).toBe(0);
  port1.close();
});
