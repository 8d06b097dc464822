import { expect, test } from 'vitest';
import { defaultSettings, presets, type Settings } from '../network/settings.ts';
import { describeChange } from './describe-change.ts';

test('a change of one setting has its name, and the values before and after', () => {
  const { kinds } = defaultSettings;
  const after: Settings = {
    ...defaultSettings,
    kinds: { ...kinds, inputs: { ...kinds.inputs, priority: 0 } },
  };
  expect(describeChange(defaultSettings, after)).toBe('priority of inputs 9 → 0');
});

test('all changes of a preset are listed, and equal settings have none', () => {
  expect(describeChange(defaultSettings, { ...defaultSettings, link: presets.fiber })).toBe(
    'rate of the link 4 Mbit/s → 50 Mbit/s, round trip 40 ms → 20 ms, queue of the router 80 ms → 40 ms',
  );
  expect(describeChange(defaultSettings, defaultSettings)).toBe('');
});
