import { expect, test } from 'vitest';
import { GamepadCommands } from './gamepad-commands.ts';
import { Button } from './gamepads.ts';
import { padWith } from './pad-with.test.setup.ts';

const rest = padWith([0, 0, 0, 0]);

test('a button gives its command once per press', () => {
  const commands = new GamepadCommands();
  const start = [padWith([], [Button.start])];
  expect(commands.read(start, 0)).toEqual(['pause']);
  expect(commands.read(start, 5000)).toEqual([]);
  expect(commands.read([rest], 5016)).toEqual([]);
  expect(commands.read(start, 5032)).toEqual(['pause']);
});

test('a held direction is repeated, first after a longer time', () => {
  const commands = new GamepadCommands();
  const times: number[] = [];
  for (let now = 0; now < 800; now += 10) {
    if (commands.read([padWith([0, 1])], now).includes('down')) times.push(now);
  }
  expect(times).toEqual([0, 400, 530, 660, 790]);
});

test('both sticks and the D-pad give directions, and a stick that trembles at the limit moves once', () => {
  const commands = new GamepadCommands();
  expect(commands.read([padWith([0, 0, -1, 0])], 0)).toEqual(['left']);
  expect(commands.read([rest], 10)).toEqual([]);
  expect(commands.read([padWith([], [Button.up])], 20)).toEqual(['up']);
  expect(commands.read([rest], 30)).toEqual([]);
  const given = [0.61, 0.59, 0.61, 0.59].map((x, i) => commands.read([padWith([x, 0])], 40 + i));
  expect(given).toEqual([['right'], [], [], []]);
});

test('every pad gives commands, but with two pads neither swaps robots', () => {
  const commands = new GamepadCommands();
  expect(commands.read([rest, padWith([], [Button.bottom, Button.top])], 0)).toEqual(['confirm']);
  expect(commands.read([rest], 10)).toEqual([]);
  expect(commands.read([padWith([], [Button.top, Button.select])], 20)).toEqual(['swap', 'part']);
});
