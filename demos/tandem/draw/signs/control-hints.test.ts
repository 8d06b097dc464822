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

const robots = fc
  .tuple(fc.integer({ min: 40, max: 1240 }), fc.integer({ min: 100, max: 770 }))
  .map(([x, y]) => robotBox(x, y, scale));

test('the hints of two robots are in the room, do not overlap, and are ordered as the robots are', () => {
  fc.assert(
    fc.property(robots, robots, fc.boolean(), (first, second, isTouch) => {
      const controls = isTouch ? controlsOf('touch', defaultBindings, 0) : defaultControls;
      const hints = placeHints([first, second], { controls, lesson, room, scale });
      expect(hints.map(({ robot }) => robot).toSorted()).toEqual([0, 1]);
      for (const { box } of hints) expect(sharedArea(box, room)).toBeCloseTo(box.width * box.height, 3);
      expect(sharedArea(hints[0]!.box, hints[1]!.box)).toBe(0);
    }),
  );
});

test('the hint of a robot does not cover its partner', () => {
  fc.assert(
    fc.property(robots, robots, (first, second) => {
      const [hint] = placeHints([first, undefined], { controls: defaultControls, lesson, room, scale });
      if (sharedArea(hint!.box, second) > 0) {
        const near = placeHints([first, second], {
          controls: defaultControls,
          lesson: lessonOfFirst(),
          room,
          scale,
        });
        expect(near).toHaveLength(1);
        // At the edge of the stage there may be no other place.
        if (first.x > 200 && first.x < 1000 && first.y > 300)
          expect(sharedArea(near[0]!.box, second)).toBe(0);
      }
    }),
  );
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
    }).map(({ caps, robot }) => [robot, caps.map(({ name }) => name)]);
  expect(place()).toEqual([
    [0, ['jump']],
    [1, ['jump', 'left', 'right']],
  ]);
  for (let step = 0; step < 30; step++) learned.observe(0, Key.jump);
  expect(place()).toEqual([[1, ['jump', 'left', 'right']]]);
});

/** A lesson in which only the first robot has something to learn. */
function lessonOfFirst(): SteeringLesson {
  const done = new SteeringLesson();
  for (let step = 0; step < 30; step++) done.observe(1, Key.right | Key.jump);
  return done;
}
