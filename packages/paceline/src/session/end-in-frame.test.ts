import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { closeCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';

const endpoints: [string, (writer: FrameWriter) => void][] = [
  ['terminate', (writer) => writer.terminate(closeCode.terminated, '')],
  ['a message whose listener terminates the session', (writer) => writer.whole(0, 0, true, new Uint8Array())],
];

const records: [string, (writer: FrameWriter) => void][] = [
  ['failover', (writer) => writer.failover(7)],
  ['end', (writer) => writer.end(3000, 'too late')],
  ['a message', (writer) => writer.whole(1, 0, true, new Uint8Array())],
  ['a stream', (writer) => writer.openStream(1, '', true)],
  ['a bad record', (writer) => writer.more(9, 9, new Uint8Array())],
];

const cases = endpoints.flatMap(([end, writeEnd]) =>
  records.map(([name, write]) => ({ end, name, writeEnd, write })),
);

test.each(cases)(
  'after $end in a frame, $name in the same frame is not read',
  async ({ write, writeEnd }) => {
    const pair = new VirtualPair();
    const { client } = pair;
    let messages = 0;
    let streams = 0;
    client.onMessage(() => {
      messages++;
      client.terminate();
    });
    client.onStream(() => streams++);
    const [, server] = pair.connect({ delay: 10, rate: 100 }).endpoints;
    pair.pass(100);
    const writer = new FrameWriter();
    writeEnd(writer);
    write(writer);
    server.send(writer.take());
    pair.pass(100);
    expect(await client.closed).toEqual({ code: closeCode.terminated, reason: '' });
    expect(client.isConnected).toBe(false);
    expect(client.endpoint.endOfPeer).toBeUndefined();
    expect(client.endpoint.isClosing).toBe(false); // its deadline would keep a process alive
    expect(streams).toBe(0);
    expect(messages).toBeLessThan(2);
  },
);
