import { expect, test } from 'vitest';
import { Key } from '../world/robot/keys.ts';
import { Steering } from './steering.ts';

test('each hand steers its robot, on all devices at once', () => {
  const steering = new Steering();
  steering.hold('keyboard', Key.left, 0);
  steering.hold('touch', Key.jump, Key.crouch);
  expect(steering.heldFor(0)).toBe(Key.left | Key.jump);
  expect(steering.heldFor(1)).toBe(Key.crouch);
});

test('after a swap both hands steer one robot', () => {
  const steering = new Steering();
  steering.swap();
  steering.hold('keyboard', Key.left, Key.jump);
  expect(steering.hands).toBe('first');
  expect([steering.heldFor(0), steering.heldFor(1)]).toEqual([Key.left | Key.jump, 0]);
  steering.swap();
  expect([steering.heldFor(0), steering.heldFor(1)]).toEqual([0, Key.left | Key.jump]);
});

test('a robot that crouches at a swap crouches until it is steered again', () => {
  const steering = new Steering();
  steering.swap();
  steering.hold('keyboard', Key.crouch, 0);
  steering.swap();
  steering.hold('keyboard', Key.right, 0);
  expect([steering.heldFor(0), steering.heldFor(1)]).toEqual([Key.crouch, Key.right]);
  steering.swap();
  expect([steering.heldFor(0), steering.heldFor(1)]).toEqual([Key.right, 0]);
});

test('both robots do the same while together is active', () => {
  const steering = new Steering();
  steering.swap();
  steering.together('keyboard', true);
  steering.hold('keyboard', Key.right, 0);
  expect([steering.heldFor(0), steering.heldFor(1)]).toEqual([Key.right, Key.right]);
  expect(steering.hands).toBe('both');
  steering.together('keyboard', false);
  expect([steering.heldFor(0), steering.heldFor(1)]).toEqual([Key.right, 0]);
});

test('part gives each hand its robot again', () => {
  const steering = new Steering();
  steering.swap();
  steering.part();
  steering.hold('keyboard', Key.left, Key.right);
  expect([steering.heldFor(0), steering.heldFor(1)]).toEqual([Key.left, Key.right]);
});

test('release releases all keys', () => {
  const steering = new Steering();
  steering.hold('keyboard', Key.left, Key.right);
  steering.release();
  expect([steering.heldFor(0), steering.heldFor(1)]).toEqual([0, 0]);
});

test('changes of the hands are reported, and `steersOne` can be set', () => {
  const seen: string[] = [];
  const steering: Steering = new Steering(() => seen.push(steering.hands));
  steering.steersOne = true;
  steering.steersOne = true;
  steering.swap();
  steering.together('keyboard', true);
  steering.together('gamepads', false);
  steering.together('keyboard', false);
  steering.steersOne = false;
  expect(seen).toEqual(['first', 'second', 'both', 'second', 'each']);
});
