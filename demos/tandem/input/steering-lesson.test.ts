import { expect, test } from 'vitest';
import { Key } from '../world/robot/keys.ts';
import { SteeringLesson } from './steering-lesson.ts';

function hold(lesson: SteeringLesson, robot: number, keys: number, steps: number): void {
  for (let step = 0; step < steps; step++) lesson.observe(robot, keys);
}

test('an ability of a robot is done after its keys were held for a while', () => {
  const lesson = new SteeringLesson();
  hold(lesson, 0, Key.left, 3);
  expect(lesson.isDone(0, 'run')).toBe(false);
  hold(lesson, 0, Key.right, 20);
  expect([lesson.isDone(0, 'run'), lesson.isDone(0, 'jump')]).toEqual([true, false]);
  hold(lesson, 0, Key.jump, 20);
  expect(lesson.isDone(0, 'jump')).toBe(true);
  expect([lesson.isDone(1, 'run'), lesson.isDone(1, 'jump')]).toEqual([false, false]);
});

test('keys that do nothing, and crouching, teach nothing', () => {
  const lesson = new SteeringLesson();
  hold(lesson, 1, 0, 100);
  hold(lesson, 1, Key.crouch, 100);
  expect([lesson.isDone(1, 'run'), lesson.isDone(1, 'jump')]).toEqual([false, false]);
});
