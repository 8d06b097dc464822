import { expect, test } from 'vitest';
import { Draft } from './draft.ts';

const levelOf = (title: string): string => `title: ${title}
idea: A lesson.
par: 60

########
#1  2 !#
########
`;

test('a replaced level can be undone and redone', () => {
  const draft = new Draft(levelOf('First'));
  draft.replace(levelOf('Second'));
  expect(draft.title).toBe('Second');
  expect(draft.undo()).toBe(true);
  expect(draft.title).toBe('First');
  expect(draft.redo()).toBe(true);
  expect(draft.title).toBe('Second');
});

test('a text that is no level changes neither the draft nor its history', () => {
  const draft = new Draft(levelOf('First'));
  draft.replace(levelOf('Second'));
  draft.undo();
  expect(() => draft.replace('no level')).toThrow(/./);
  expect(draft.title).toBe('First');
  expect(draft.undo()).toBe(false);
  expect(draft.redo()).toBe(true);
});
