import { expect, test } from 'vitest';
import { defaultBindings } from './bindings.ts';
import { controlsOf, defaultControls } from './controls.ts';

test('a keyboard shows the keys of the player', () => {
  const { phrases, robots } = controlsOf(
    'keyboard',
    { ...defaultBindings, '1.jump': 'KeyI', '2.crouch': 'Space' },
    0,
  );
  expect(robots[0]).toEqual({ left: 'A', right: 'D', jump: 'I', crouch: 'S', part: '' });
  expect(robots[1]).toEqual({ left: '←', right: '→', jump: '↑', crouch: 'space', part: '' });
  expect(phrases).toEqual({ crouch: 'S or space', jump: 'I or ↑' });
});

test.each([
  ['touch', 0, ['left thumb', 'right thumb'], '↑', 'thumb down'],
  ['gamepad', 1, ['left stick', 'right stick'], '↑', 'stick down'],
  ['gamepad', 2, ['gamepad 1', 'gamepad 2'], 'A', 'B'],
] as const)('%s with %d gamepads names %j', (device, pads, parts, jump, crouch) => {
  const { isRound, phrases, robots } = controlsOf(device, defaultBindings, pads);
  expect(robots.map(({ part }) => part)).toEqual(parts);
  expect(robots.map((robot) => robot.jump)).toEqual([jump, jump]);
  expect(phrases.crouch).toBe(crouch);
  expect(isRound).toBe(true);
});

test('without a player, the default keys are shown', () => {
  expect(defaultControls.phrases).toEqual({ crouch: 'S or ↓', jump: 'W or ↑' });
});
