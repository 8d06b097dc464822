import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { kinds, videoLayers } from './kinds.ts';
import { defaultSettings } from './settings.ts';
import { stampOf } from './stamp.ts';
import { type OutgoingMessage, Traffic } from './traffic.ts';

function start(): { host: VirtualHost; traffic: Traffic; sent: OutgoingMessage[][] } {
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  const sent: OutgoingMessage[][] = [[], []];
  const senders = sent.map((messages) => ({ send: (message: OutgoingMessage) => messages.push(message) }));
  const traffic = new Traffic(
    loop,
    () => host.now(),
    () => senders,
  );
  return { host, traffic, sent };
}

test('all senders get the same messages, each kind at its rate', () => {
  const { host, sent, traffic } = start();
  traffic.setKinds(defaultSettings.kinds);
  host.advanceTo(10_010);
  for (const kind of kinds) {
    const bytes = sent[0]!
      .filter((message) => message.kind === kind)
      .reduce((sum, message) => sum + message.bytes.length, 0);
    expect((8 * bytes) / 10 / defaultSettings.kinds[kind].rate).toBeCloseTo(1, 1);
  }
  expect(sent[1]).toEqual(sent[0]);
});

test('a stamp has the time of sending and the position of the pointer', () => {
  const { host, sent, traffic } = start();
  traffic.setKinds(defaultSettings.kinds);
  host.advanceTo(100);
  traffic.movePointer(0.25, 0.5);
  host.advanceTo(120);
  const { kind, sentAt, x, y } = stampOf(sent[0]!.findLast((message) => message.kind === 'inputs')!.bytes);
  expect({ kind, x, y }).toEqual({ kind: 'inputs', x: 0.25, y: 0.5 });
  expect(sentAt).toBeCloseTo(116.67, 1);
});

test('the layers of a video frame have descending priorities that differ by less than 1', () => {
  const { host, sent, traffic } = start();
  traffic.setKinds(defaultSettings.kinds);
  host.advanceTo(50);
  const video = sent[0]!.filter(({ kind }) => kind === 'video');
  expect(video.map(({ bytes }) => stampOf(bytes).layer)).toEqual([0, 1, 2, 3]);
  const priorities = video.map(({ priority }) => priority);
  expect(priorities).toEqual(priorities.toSorted((one, other) => other - one));
  expect(new Set(priorities).size).toBe(videoLayers);
  expect(Math.min(...priorities)).toBeGreaterThan(defaultSettings.kinds.video.priority - 1);
});

test('a kind with rate 0 is not sent until its rate increases', () => {
  const { host, sent, traffic } = start();
  const without = { ...defaultSettings.kinds, video: { rate: 0, priority: 3 } };
  traffic.setKinds(without);
  host.advanceTo(1000);
  expect(sent[0]!.length).toBeGreaterThan(50);
  expect(sent[0]!.some(({ kind }) => kind === 'video')).toBe(false);
  traffic.setKinds(defaultSettings.kinds);
  host.advanceTo(2010);
  expect(sent[0]!.filter(({ kind }) => kind === 'video')).toHaveLength(30 * videoLayers);
});

test('after a stop nothing is sent until the next call of setKinds', () => {
  const { host, sent, traffic } = start();
  traffic.setKinds(defaultSettings.kinds);
  host.advanceTo(100);
  traffic.stop();
  const before = sent[0]!.length;
  host.advanceTo(1000);
  expect(sent[0]).toHaveLength(before);
  traffic.setKinds(defaultSettings.kinds);
  host.advanceTo(1100);
  expect(sent[0]!.length).toBeGreaterThan(before);
});
