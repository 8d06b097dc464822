import { expect, test } from 'vitest';
import { hostCount, PathGroupMember } from './path-group.ts';

/** A connection whose drain phases have measured these round trips in ms. */
function memberOf(host: string | undefined, least: number, nearlyGreatest: number): PathGroupMember {
  const member = new PathGroupMember({ least, nearlyGreatest }, host);
  member.measured(1000);
  return member;
}

test('connections to the same host use the shortest round trip, at least 0.6 of their own', () => {
  const [one, other, third] = [memberOf('a', 30, 40), memberOf('a', 32, 50), memberOf('a', 31, 100)];
  expect([one, other, third].map((member) => member.roundTrip(0))).toEqual([40, 40, 60]);
  for (const member of [one, other, third]) member.leave();
});

test('connections to different hosts, or without a host, share nothing', () => {
  const members = [
    memberOf('a', 30, 40),
    memberOf('b', 30, 20),
    ...[10, 20].map((ms) => memberOf(undefined, 30, ms)),
  ];
  expect(members.map((member) => member.roundTrip(0))).toEqual([40, 20, 10, 20]);
  for (const member of members) member.leave();
});

test('connections share no path if the least round trip of one is 1.25 times that of the other', () => {
  const [near, far] = [memberOf('a', 20, 30), memberOf('a', 25, 50)];
  expect(far.roundTrip(0)).toBe(50);
  expect(near.roundTrip(0)).toBe(30);
  for (const member of [near, far]) member.leave();
});

test('a connection that has measured nothing, or too long ago, does not count', () => {
  const one = memberOf('a', 30, 40);
  const idle = new PathGroupMember({ least: Infinity, nearlyGreatest: Infinity }, 'a');
  expect(one.roundTrip(0)).toBe(40);
  const old = memberOf('a', 30, 35);
  expect(one.roundTrip(999)).toBe(35);
  expect(one.roundTrip(1000)).toBe(40);
  for (const member of [one, idle, old]) member.leave();
});

test('connections that have ended are not kept', () => {
  const before = hostCount();
  const members = ['a', 'a', 'b', undefined].map((host) => memberOf(host, 30, 40));
  expect(hostCount()).toBe(before + 2);
  for (const member of members) member.leave();
  expect(hostCount()).toBe(before);
  members[0]!.leave(); // a second time
  expect(hostCount()).toBe(before);
});
