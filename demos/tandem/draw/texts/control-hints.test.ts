import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBindings } from '../../input/bindings.ts';
import { controlsOf, defaultControls } from '../../input/controls.ts';
import { SteeringLesson } from '../../input/steering-lesson.ts';
import { Key } from '../../world/robot/keys.ts';
import { type Box, robotBox, sharedArea } from './box.ts';
import { placeHints } from './control-hints.ts';

const scale = 55;
const room: Box = { x: 4, y: 48, width: 1272, height: 748 };
const lesson = new SteeringLesson();
const touch = { device: 'touch', bindings: defaultBindings, pads: 0 } as const;

const robots = fc
  .tuple(fc.integer({ min: 40, max: 1240 }), fc.integer({ min: 100, max: 770 }))
  .map(([x, y]) => robotBox(x, y, scale));

test('the hints of two robots are in the room and do not overlap', () => {
  fc.assert(
    fc.property(robots, robots, fc.constantFrom('keys', 'each', 'first'), (first, second, hands) => {
      const controls = hands === 'keys' ? defaultControls : controlsOf({ ...touch, hands });
      const hints = placeHints([first, second], { controls, lesson, room, scale });
      expect(new Set(hints.map(({ robot }) => robot))).toEqual(new Set([0, 1]));
      for (const { box } of hints) expect(sharedArea(box, room)).toBeCloseTo(box.width * box.height, 3);
      expect(sharedArea(hints[0]!.box, hints[1]!.box)).toBe(0);
    }),
  );
});

test('the hint of a robot does not cover its partner above it or beside it', () => {
  const robot = robotBox(600, 600, scale);
  for (const [x, y] of [
    [600, 520],
    [600, 450],
    [650, 560],
    [540, 500],
  ] as const) {
    const partner = robotBox(x, y, scale);
    const [hint] = placeHints([robot, partner], {
      controls: defaultControls,
      lesson: lessonOfFirst(),
      room,
      scale,
    });
    expect(sharedArea(hint!.box, partner)).toBe(0);
    expect(sharedArea(hint!.box, robot)).toBe(0);
  }
});

test('a key disappears when its robot has used it', () => {
  const learned = new SteeringLesson();
  for (let step = 0; step < 30; step++) learned.observe(0, Key.right);
  const place = (): (readonly [number, readonly string[]])[] =>
    placeHints([robotBox(300, 500, scale), robotBox(600, 500, scale)], {
      controls: defaultControls,
      lesson: learned,
      room,
      scale,
    }).map(({ keys, robot }) => [robot, keys.map(({ name }) => name)]);
  expect(place()).toEqual([
    [0, ['jump']],
    [1, ['jump', 'left', 'right']],
  ]);
  for (let step = 0; step < 30; step++) learned.observe(0, Key.jump);
  expect(place()).toEqual([[1, ['jump', 'left', 'right']]]);
});

test('a thumb that steers one robot at a time is named beside this robot only, until it has done its part', () => {
  const learned = new SteeringLesson();
  const captions = (): (readonly string[])[] =>
    placeHints([robotBox(300, 500, scale), robotBox(900, 500, scale)], {
      controls: controlsOf({ ...touch, hands: 'first' }),
      lesson: learned,
      room,
      scale,
    }).map((hint) => hint.captions);
  expect(captions()).toEqual([['right thumb jumps', 'left thumb runs'], ['tap ⇄ 2 to steer']]);
  for (let step = 0; step < 30; step++) learned.observe(0, Key.jump);
  expect(captions()).toEqual([['left thumb runs'], ['tap ⇄ 2 to steer']]);
});

/** A lesson in which only the first robot has something to learn. */
function lessonOfFirst(): SteeringLesson {
  const done = new SteeringLesson();
  for (let step = 0; step < 30; step++) done.observe(1, Key.right | Key.jump);
  return done;
}
