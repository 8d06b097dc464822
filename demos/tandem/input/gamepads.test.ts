import { expect, test } from 'vitest';
import { Key } from '../world/robot/keys.ts';
import { Button, Gamepads, type Pad } from './gamepads.ts';
import { padWith } from './pad-with.test.setup.ts';
import { Steering } from './steering.ts';

function held(...pads: Pad[]): number[] {
  const steering = new Steering();
  new Gamepads(steering, () => pads).steer();
  return [steering.heldFor(0), steering.heldFor(1)];
}

test('one pad has a stick for each robot', () => {
  expect(held(padWith([-1, 0, 0, -1]))).toEqual([Key.left, Key.jump]);
  expect(held(padWith([0.1, 1, 1, 0.2], [Button.up]))).toEqual([Key.crouch | Key.jump, Key.right]);
});

test('each of two pads steers one robot', () => {
  expect(
    held(padWith([1, 0, 0, 0], [Button.bottom]), padWith([0, 0, 0, 0], [Button.padLeft, Button.right])),
  ).toEqual([Key.right | Key.jump, Key.left | Key.crouch]);
});

test('the bottom face button jumps, and never crouches, with one pad and with two', () => {
  const jumping = padWith([], [Button.bottom]);
  expect(held(jumping)).toEqual([0, Key.jump]);
  expect(held(jumping, jumping)).toEqual([Key.jump, Key.jump]);
});

test('on a single pad, shoulder buttons jump and triggers crouch', () => {
  const { leftShoulder, leftTrigger, rightShoulder, rightTrigger } = Button;
  expect(held(padWith([], [leftShoulder, rightTrigger]))).toEqual([Key.jump, Key.crouch]);
  expect(held(padWith([], [leftTrigger, rightShoulder]))).toEqual([Key.crouch, Key.jump]);
});

test('without pads nothing is held, and a pad may lack sticks and buttons', () => {
  expect(held()).toEqual([0, 0]);
  expect(held({ connected: true, axes: [1], buttons: [] })).toEqual([Key.right, 0]);
});

test('a button that was pressed in a menu steers only after it was released', () => {
  const steering = new Steering();
  let pads = [padWith([], [Button.bottom])];
  const gamepads = new Gamepads(steering, () => pads);
  const jumps = (): boolean => {
    gamepads.steer();
    return steering.heldFor(1) === Key.jump;
  };
  gamepads.releaseAll();
  expect(jumps()).toBe(false);
  pads = [padWith([])];
  expect(jumps()).toBe(false);
  pads = [padWith([], [Button.bottom])];
  expect(jumps()).toBe(true);
});

test('while the left face button is held, a single pad steers both robots in the same way', () => {
  const steering = new Steering();
  steering.swap();
  new Gamepads(steering, () => [padWith([1, 0], [Button.left])]).steer();
  expect(steering.hands).toBe('both');
  expect([steering.heldFor(0), steering.heldFor(1)]).toEqual([Key.right, Key.right]);
});
