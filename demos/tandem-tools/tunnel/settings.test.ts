import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('the defaults are the adaptive version at medium load, without end', () => {
  expect(readSettings('')).toEqual({
    scenario: 'tunnel',
    version: 'adaptive',
    workers: 'auto',
    regions: 'balanced',
    load: 'medium',
    enemies: undefined,
    seed: 1,
    draw: 'canvas',
    phase: 0,
    seconds: undefined,
    margin: 10,
    calibrate: false,
  });
});

test('parameters of the query replace the defaults', () => {
  const query =
    '?scenario=tunnel&version=sliced&load=hard&n=4000&seed=7&draw=none&phase=5.5&seconds=80&margin=3&calibrate=1';
  expect(readSettings(query)).toMatchObject({
    version: 'sliced',
    load: 'hard',
    enemies: 4000,
    seed: 7,
    draw: 'none',
    phase: 5.5,
    seconds: 80,
    margin: 3,
    calibrate: true,
  });
});

test('by default, the middle sixty of eighty seconds count, and three quarters of a shorter run', () => {
  expect(readSettings('?seconds=80').margin).toBe(10);
  expect(readSettings('?seconds=4').margin).toBe(0.5);
});

test.each([
  ['?version=fast', '?version= must be one of monolithic, sliced, adaptive, concurrent, got "fast"'],
  ['?n=many', '?n= must be a number ≥ 1, got "many"'],
  ['?n=0', '?n= must be a number ≥ 1, got "0"'],
  ['?phase=', '?phase= must be a number ≥ 0, got ""'],
  ['?scenario=sea', '?scenario= must be one of tunnel, got "sea"'],
  ['?seconds=4&margin=2', '?margin= must be less than half of the 4 s of the run, got 2'],
])('%s is rejected', (query, message) => {
  expect(() => readSettings(query)).toThrow(new RangeError(message));
});
