import { expect, test } from 'vitest';
import { hostCount, PathConnection } from './path-connection.ts';

/** Whether two connections, which have messages to send, share a window. */
function share(one: PathConnection, other: PathConnection): boolean {
  const times = { now: 0, roundTrip: 30, held: 0, arrivedAt: 0, frames: 1 };
  for (const connection of [one, other])
    connection.acknowledged({ ...times, bytes: 0, unacknowledged: 0, isEmpty: false });
  return one.isContended && other.isContended;
}

test.each([
  ['the same host', 'a', 'a', true],
  ['different hosts', 'a', 'b', false],
  ['unknown hosts', undefined, undefined, false],
])('whether connections to %s share a window', (_, host, otherHost, expected) => {
  const [one, other] = [new PathConnection(host), new PathConnection(otherHost)];
  expect(share(one, other)).toBe(expected);
  for (const connection of [one, other]) connection.close();
});

test('a connection that has ended leaves its share to the others', () => {
  const [one, other] = [new PathConnection('a'), new PathConnection('a')];
  share(one, other);
  other.close();
  expect(one.isContended).toBe(false);
  one.close();
});

test('hosts without connections are not kept', () => {
  const before = hostCount();
  const connections = ['a', 'a', 'b', undefined].map((host) => new PathConnection(host));
  expect(hostCount()).toBe(before + 2);
  for (const connection of connections) connection.close();
  expect(hostCount()).toBe(before);
  connections[0]!.close(); // a second time
  expect(hostCount()).toBe(before);
});
