import { expect, test } from 'vitest';
import { defaultBindings } from './bindings.ts';
import { controlsOf, defaultControls } from './controls.ts';

const twoHands = { bindings: defaultBindings, hands: 'each', pads: 0 } as const;

test('a keyboard shows the keys of the player', () => {
  const { phrases, robots } = controlsOf({
    ...twoHands,
    device: 'keyboard',
    bindings: { ...defaultBindings, '1.jump': 'KeyI', '2.crouch': 'Space' },
  });
  const captions = { run: '', jump: '' };
  expect(robots[0]).toEqual({ left: 'A', right: 'D', jump: 'I', crouch: 'S', captions });
  expect(robots[1]).toEqual({ left: '←', right: '→', jump: '↑', crouch: 'space', captions });
  expect(phrases).toEqual({ crouch: 'S or space', jump: 'I or ↑' });
});

test.each([
  ['touch', 0, ['left thumb', 'right thumb'], '↑', 'thumb down'],
  ['gamepad', 1, ['left stick', 'right stick'], '↑', 'stick down'],
  ['gamepad', 2, ['gamepad 1', 'gamepad 2'], 'A', 'B'],
] as const)('%s with %d gamepads names %j', (device, pads, parts, jump, crouch) => {
  const { isRound, phrases, robots } = controlsOf({ ...twoHands, device, pads });
  expect(robots.map(({ captions }) => captions)).toEqual(parts.map((part) => ({ run: part, jump: part })));
  expect(robots.map((robot) => robot.jump)).toEqual([jump, jump]);
  expect(phrases.crouch).toBe(crouch);
  expect(isRound).toBe(true);
});

test('thumbs that steer one robot at a time have other tasks, and the other robot names the button that switches', () => {
  const [one, other] = (['first', 'second'] as const).map((hands) =>
    controlsOf({ ...twoHands, device: 'touch', hands }),
  );
  const steered = { run: 'left thumb runs', jump: 'right thumb jumps' };
  expect(one!.robots.map(({ captions }) => captions)).toEqual([
    steered,
    { run: 'tap ⇄ 2 to steer', jump: 'tap ⇄ 2 to steer' },
  ]);
  expect(other!.robots.map(({ captions }) => captions)).toEqual([
    { run: 'tap ⇄ 1 to steer', jump: 'tap ⇄ 1 to steer' },
    steered,
  ]);
  expect(one!.phrases).toEqual({ crouch: 'left thumb down', jump: 'right thumb' });
});

test('without a player, the default keys are shown', () => {
  expect(defaultControls.phrases).toEqual({ crouch: 'S or ↓', jump: 'W or ↑' });
});
