import { expect, test } from 'vitest';
import { actions, keyLabel, readBindings, rebind, robotKeyOf, defaultBindings } from './bindings.ts';
import { refusalOf } from './game-keys.ts';
import { Key } from '../world/robot/keys.ts';

test('no two actions have the same key after any rebinding', () => {
  let bindings = defaultBindings;
  for (const action of actions) bindings = rebind(bindings, action, 'KeyX');
  expect(new Set(Object.values(bindings)).size).toBe(actions.length);
  expect(bindings.part).toBe('KeyX');
});

test('if a new key belongs to another action, the two actions swap keys', () => {
  const bindings = rebind(defaultBindings, '1.jump', 'ArrowUp');
  expect(bindings['1.jump']).toBe('ArrowUp');
  expect(bindings['2.jump']).toBe('KeyW');
});

test('stored bindings are read, and invalid ones replaced by the defaults', () => {
  expect(readBindings({ '1.jump': 'KeyI' })).toEqual({ ...defaultBindings, '1.jump': 'KeyI' });
  for (const kept of [
    undefined,
    null,
    3,
    'x',
    [],
    { '1.jump': 7 },
    { '1.jump': '' },
    { '1.jump': 'KeyX', '2.jump': 'KeyX' },
  ]) {
    expect(readBindings(kept)).toEqual(defaultBindings);
  }
});

test('stored keys stay, even if they are defaults of new actions', () => {
  const { part, ...older } = { ...defaultBindings, '1.jump': defaultBindings.part, '1.left': 'KeyJ' };
  const bindings = readBindings(older);
  expect(bindings).toMatchObject(older);
  expect(new Set(Object.values(bindings)).size).toBe(actions.length);
  expect(bindings.part).not.toBe(part);
});

test('robotKeyOf returns the robot and the key of an action; undefined for actions of both robots', () => {
  expect(robotKeyOf('1.jump')).toEqual({ robot: 0, key: Key.jump });
  expect(robotKeyOf('2.crouch')).toEqual({ robot: 1, key: Key.crouch });
  expect(robotKeyOf('swap')).toBeUndefined();
});

test('keys have readable names', () => {
  expect(['KeyA', 'ArrowUp', 'Digit1', 'ShiftLeft'].map(keyLabel)).toEqual(['A', '↑', '1', 'Shift Left']);
});

test('the keys of the game and those of the browser cannot be bound to an action', () => {
  const refused = ['KeyP', 'KeyF', 'KeyM', 'KeyO', 'Escape', 'Tab', 'ControlLeft', 'F5', ''];
  const free = [...Object.values(defaultBindings), 'ShiftRight', 'Enter', 'Numpad8'];
  expect([...refused, ...free].filter((code) => refusalOf(code) !== undefined)).toEqual(refused);
  for (const code of refused) expect(() => rebind(defaultBindings, '1.jump', code)).toThrow(RangeError);
});

test('a stored key that is a key of the game is replaced by the default', () => {
  expect(readBindings({ '1.jump': 'KeyP', '1.left': 'KeyJ' })).toEqual({
    ...defaultBindings,
    '1.left': 'KeyJ',
  });
});
