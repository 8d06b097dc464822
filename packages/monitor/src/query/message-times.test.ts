import { expect, test } from 'vitest';
import type { MessageEvent, ReceiptEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';
import { messageTimes } from './message-times.ts';

function message(id: number, sent: number | undefined, end: number): MessageEvent {
  const status = sent === undefined ? 'expired' : 'delivered';
  return { kind: 'message', thread: 'client', name: 'game', start: 0, end, status, sent, id };
}

function receipt(id: number, start: number, end: number, thread = 'server'): ReceiptEvent {
  return { kind: 'receipt', thread, name: 'game', start, end, id, size: 10 };
}

test('the time of a message is divided between the sender, the network and the receiver', () => {
  const [quick, late, expired, unseen] = [
    message(0, 1, 40),
    message(1, 30, 90),
    message(2, undefined, 5),
    message(3, 2, 44),
  ];
  const [first, second, own] = [receipt(0, 20, 21), receipt(1, 50, 150), receipt(3, 1, 1, 'client')];
  const times = messageTimes(new Recording([quick, late, expired, unseen, first, second, own]));
  expect(times).toEqual([
    { message: late, receipt: second, sender: 30, network: 20, receiver: 100, total: 150 },
    { message: unseen, receipt: undefined, sender: 2, network: 42, receiver: 0, total: 44 },
    { message: quick, receipt: first, sender: 1, network: 19, receiver: 1, total: 21 },
    { message: expired, receipt: undefined, sender: 5, network: 0, receiver: 0, total: 5 },
  ]);
});

test('clocks that are not exact give no negative times', () => {
  const [times] = messageTimes(new Recording([message(0, 10, 40), receipt(0, 9.5, 9.8)]));
  expect(times).toMatchObject({ sender: 10, network: 0, receiver: 0 });
});

test('a value that is no recording is refused', () => {
  expect(() => messageTimes({} as never)).toThrow('messageTimes: recording must be a Recording');
});
