import { expect, test } from 'vitest';
import { describeState } from './state-text.ts';

const about = { cores: 1, seconds: 7, keys: 'A D W', isRefused: false };
const state = { mode: 'recorded', recording: undefined, isSteered: false, isStopped: false } as const;

test('a page with few cores names them, and the loop that is being recorded', () => {
  expect(describeState({ ...state, recording: 'adaptive' }, about)).toBe(
    'Your browser reports 1 core, too few for two loops at once. So each loop runs alone for 7 seconds and is recorded: now DOHA’s loop.',
  );
  expect(describeState(state, { ...about, cores: 2 })).toContain('2 cores');
});

test('keys without an effect are explained', () => {
  const refused = { ...about, isRefused: true };
  expect(describeState({ ...state, recording: 'adaptive' }, refused)).toContain('while a loop is recorded');
  expect(describeState(state, refused)).toContain('cannot be steered');
  expect(describeState({ ...state, mode: 'both', isStopped: true }, refused)).toContain('paused');
});

test('a live page says who steers', () => {
  expect(describeState({ ...state, mode: 'monolithic' }, about)).toBe(
    'The usual loop runs live and alone. A fixed series of keys steers the robots until you do: A D W.',
  );
  expect(describeState({ ...state, mode: 'both', isSteered: true }, about)).toContain('You steer');
});
