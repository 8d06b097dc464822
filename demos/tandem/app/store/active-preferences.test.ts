import { expect, test } from 'vitest';
import { ActivePreferences } from './active-preferences.ts';
import { readPreferences } from './preferences.ts';

test('a preference in the address is in effect, but not stored, until the player changes it', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  const changes: unknown[] = [];
  const preferences = new ActivePreferences(store, { version: 'concurrent' }, (changed) =>
    changes.push(changed),
  );
  preferences.toggle('isMuted');
  expect(preferences.values).toMatchObject({ version: 'concurrent', isMuted: true });
  expect(preferences.isRequested('version')).toBe(true);
  expect(readPreferences(store)).toMatchObject({ version: 'adaptive', isMuted: true });

  preferences.change({ version: 'sliced' });
  expect(preferences.isRequested('version')).toBe(false);
  expect(readPreferences(store).version).toBe('sliced');
  expect(changes).toEqual([{ isMuted: true }, { version: 'sliced' }]);
});
