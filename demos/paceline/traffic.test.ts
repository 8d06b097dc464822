import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { kinds, videoLayers } from './kinds.ts';
import { usual } from './settings.ts';
import { stampOf } from './stamp.ts';
import { type Parcel, Traffic } from './traffic.ts';

function start(): { host: VirtualHost; traffic: Traffic; sent: Parcel[][] } {
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  const sent: Parcel[][] = [[], []];
  const outlets = sent.map((parcels) => ({ send: (parcel: Parcel) => parcels.push(parcel) }));
  const traffic = new Traffic(
    loop,
    () => host.now(),
    () => outlets,
  );
  return { host, traffic, sent };
}

test('each kind is sent at its rate, the same by all outlets', () => {
  const { host, sent, traffic } = start();
  traffic.set(usual.kinds);
  host.advanceTo(10_010);
  for (const kind of kinds) {
    const bytes = sent[0]!
      .filter((parcel) => parcel.kind === kind)
      .reduce((sum, parcel) => sum + parcel.bytes.length, 0);
    expect((8 * bytes) / 10 / usual.kinds[kind].rate).toBeCloseTo(1, 1);
  }
  expect(sent[1]).toEqual(sent[0]);
});

test('a stamp says when a message was sent, and where the pointer was', () => {
  const { host, sent, traffic } = start();
  traffic.set(usual.kinds);
  host.advanceTo(100);
  traffic.point(0.25, 0.5);
  host.advanceTo(120);
  const { kind, sentAt, x, y } = stampOf(sent[0]!.findLast((parcel) => parcel.kind === 'inputs')!.bytes);
  expect({ kind, x, y }).toEqual({ kind: 'inputs', x: 0.25, y: 0.5 });
  expect(sentAt).toBeCloseTo(116.67, 1);
});

test('more pictures go before better ones', () => {
  const { host, sent, traffic } = start();
  traffic.set(usual.kinds);
  host.advanceTo(50);
  const video = sent[0]!.filter(({ kind }) => kind === 'video');
  expect(video.map(({ bytes }) => stampOf(bytes).layer)).toEqual([0, 1, 2, 3]);
  const priorities = video.map(({ priority }) => priority);
  expect(priorities).toEqual(priorities.toSorted((one, other) => other - one));
  expect(new Set(priorities).size).toBe(videoLayers);
  expect(Math.min(...priorities)).toBeGreaterThan(usual.kinds.video.priority - 1);
});

test('what is set to nothing is not sent, and comes back with the next rate', () => {
  const { host, sent, traffic } = start();
  const without = { ...usual.kinds, video: { rate: 0, priority: 3 } };
  traffic.set(without);
  host.advanceTo(1000);
  expect(sent[0]!.length).toBeGreaterThan(50);
  expect(sent[0]!.some(({ kind }) => kind === 'video')).toBe(false);
  traffic.set(usual.kinds);
  host.advanceTo(2010);
  expect(sent[0]!.filter(({ kind }) => kind === 'video')).toHaveLength(30 * videoLayers);
});

test('nothing is sent when it has been stopped, until it is set again', () => {
  const { host, sent, traffic } = start();
  traffic.set(usual.kinds);
  host.advanceTo(100);
  traffic.stop();
  const before = sent[0]!.length;
  host.advanceTo(1000);
  expect(sent[0]).toHaveLength(before);
  traffic.set(usual.kinds);
  host.advanceTo(1100);
  expect(sent[0]!.length).toBeGreaterThan(before);
});
