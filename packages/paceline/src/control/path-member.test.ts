import { expect, test } from 'vitest';
import { hostCount, PathMember } from './path-member.ts';

/** Whether two connections, which have messages to send, share a window. */
function share(one: PathMember, other: PathMember): boolean {
  const times = { now: 0, roundTrip: 30, held: 0, arrivedAt: 0 };
  for (const member of [one, other])
    member.acknowledged({ ...times, bytes: 0, unacknowledged: 0, isEmpty: false });
  return one.isContended && other.isContended;
}

test.each([
  ['the same host', 'a', 'a', true],
  ['different hosts', 'a', 'b', false],
  ['unknown hosts', undefined, undefined, false],
])('whether connections to %s share a window', (_, host, otherHost, expected) => {
  const [one, other] = [new PathMember(host), new PathMember(otherHost)];
  expect(share(one, other)).toBe(expected);
  for (const member of [one, other]) member.close();
});

test('a connection that has ended leaves its share to the others', () => {
  const [one, other] = [new PathMember('a'), new PathMember('a')];
  share(one, other);
  other.close();
  expect(one.isContended).toBe(false);
  one.close();
});

test('hosts without connections are not kept', () => {
  const before = hostCount();
  const members = ['a', 'a', 'b', undefined].map((host) => new PathMember(host));
  expect(hostCount()).toBe(before + 2);
  for (const member of members) member.close();
  expect(hostCount()).toBe(before);
  members[0]!.close(); // a second time
  expect(hostCount()).toBe(before);
});
