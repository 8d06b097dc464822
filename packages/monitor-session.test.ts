import { type MessageEvent, perfettoTrace, Recorder, Recording, traceEvents } from '@doha/monitor';
import { VirtualPair } from '@doha/paceline/virtual';
import { expect, test } from 'vitest';

interface Stage {
  readonly pair: VirtualPair;
  /** The merged recording of both endpoints. */
  readonly recording: () => Recording;
}

function stage(): Stage {
  const pair = new VirtualPair({});
  pair.connect({ rate: 100, delay: 20 });
  const recorders = (['client', 'server'] as const).map((thread) => {
    const recorder = new Recorder({ thread, clock: pair.host, origin: 0 });
    pair[thread].probe = recorder.session(pair[thread].id);
    return recorder;
  });
  return { pair, recording: () => Recording.merge(recorders.map((recorder) => recorder.recording())) };
}

function messagesOf({ events }: Recording, thread: string): MessageEvent[] {
  return events.filter((event): event is MessageEvent => event.kind === 'message' && event.thread === thread);
}

test('a recording shows the time of a message in the sender, in the network and in the receiver', async () => {
  const { pair, recording } = stage();
  pair.client.send(new Uint8Array(50_000));
  pair.client.send('late', { priority: -1 });
  pair.pass(2000);
  const before = recording();
  expect(messagesOf(before, 'client').map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  pair.server.onMessage(() => {});
  pair.server.send('answer');
  await Promise.resolve(); // the listener gets waiting messages in a microtask
  pair.pass(100);
  const both = recording();
  const [large, late] = messagesOf(both, 'client').toSorted((one, other) => one.id! - other.id!);
  for (const message of [large!, late!]) {
    const receipt = both.receiptOf(message)!;
    expect(receipt.thread).toBe('server');
    expect(receipt.id).toBe(message.id);
    expect(message.sent).toBeGreaterThanOrEqual(message.start);
    expect(receipt.start).toBeGreaterThanOrEqual(message.sent! + 20); // the delay of the link
    expect(receipt.end).toBeGreaterThanOrEqual(2000); // it waited for the listener
    expect(message.end).toBeGreaterThanOrEqual(receipt.start);
  }
  expect(both.receiptOf(large!)!.size).toBe(50_000);
  expect(late!.sent! - late!.start).toBeGreaterThan(100); // behind the large one, at 100 bytes per ms
  const [answer] = messagesOf(both, 'server');
  expect(both.receiptOf(answer!)).toBeUndefined(); // the client has not read it
  expect(traceEvents(both).traceEvents.filter(({ ph }) => ph === 's')).toHaveLength(2);
  expect(perfettoTrace(both).length).toBeGreaterThan(100);
});

test('messages that are not delivered are recorded with their outcome', () => {
  const { pair, recording } = stage();
  pair.client.send(new Uint8Array(200_000));
  pair.client.latest('position', '1');
  pair.client.latest('position', '2', { priority: 1 });
  pair.client.send('x', { priority: -1 }).cancel();
  pair.client.send('y', { priority: -1, expiresIn: 1 });
  pair.pass(100);
  pair.client.terminate();
  const ends = messagesOf(recording(), 'client').map(({ id, sent, status }) => ({
    status,
    wasSent: id !== undefined && sent !== undefined,
  }));
  expect(ends).toContainEqual({ status: 'superseded', wasSent: false });
  expect(ends).toContainEqual({ status: 'cancelled', wasSent: false });
  expect(ends).toContainEqual({ status: 'expired', wasSent: false });
  expect(ends).toHaveLength(5);
});

test('errors of a probe are reported, and disturb no message', () => {
  const pair = new VirtualPair({});
  pair.connect({});
  const fail = (): never => {
    throw new Error('on purpose');
  };
  pair.client.probe = { queued: fail, sent: fail, ended: fail };
  pair.server.probe = { received: fail, read: fail };
  const received: unknown[] = [];
  pair.server.onMessage((data) => received.push(data));
  const message = pair.client.send('hello');
  expect(() => pair.pass(100)).toThrow(AggregateError); // `pass` throws the errors that were reported
  expect([received, message.status]).toEqual([['hello'], 'delivered']);
  pair.client.probe = undefined;
  expect(() => (pair.client.probe = 1 as never)).toThrow('session.probe must be an object, got 1');
});
