import { expect, test } from 'vitest';
import { Key } from '../world/robot/keys.ts';
import { type Pad, readGamepads } from './gamepads.ts';
import { Steering } from './steering.ts';

const pad = (axes: number[], pressed: number[] = []): Pad => ({
  connected: true,
  axes,
  buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: pressed.includes(i) })),
});

function held(...pads: (Pad | null)[]): number[] {
  const steering = new Steering();
  readGamepads(steering, pads);
  return [steering.heldFor(0), steering.heldFor(1)];
}

test('one pad has a stick for each robot', () => {
  expect(held(pad([-1, 0, 0, -1]))).toEqual([Key.left, Key.jump]);
  expect(held(null, pad([0.1, 1, 1, 0.2], [12]))).toEqual([Key.crouch | Key.jump, Key.right]);
});

test('each of two pads steers one robot', () => {
  expect(held(pad([1, 0, 0, 0], [0]), pad([0, 0, 0, 0], [14, 1]))).toEqual([
    Key.right | Key.jump,
    Key.left | Key.crouch,
  ]);
});

test('without pads nothing is held, and a pad may lack sticks and buttons', () => {
  expect(held()).toEqual([0, 0]);
  expect(held({ ...pad([1]), connected: false })).toEqual([0, 0]);
  expect(held({ connected: true, axes: [1], buttons: [] })).toEqual([Key.right, 0]);
});
