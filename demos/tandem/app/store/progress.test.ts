import { expect, test } from 'vitest';
import { readPreferences } from './preferences.ts';
import { Progress } from './progress.ts';
import type { Store } from './store.ts';

function storeWith(kept: Record<string, string> = {}): Store & { readonly kept: Record<string, string> } {
  return {
    kept,
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => {
      kept[key] = value;
    },
  };
}

test('the best time, the most gems and the fewest falls of a level are stored separately', () => {
  const store = storeWith();
  const progress = new Progress(store);
  expect(progress.finish('one', { steps: 600, gems: 2, falls: 3 })).toBe(true);
  expect(progress.finish('one', { steps: 700, gems: 3, falls: 1 })).toBe(false);
  expect(new Progress(store).bestOf('one')).toEqual({ steps: 600, gems: 3, falls: 1 });
  expect(progress.bestOf('two')).toBeUndefined();
});

test.each([
  '',
  '{',
  '3',
  'null',
  '[]',
  '{"one":null}',
  '{"one":{"steps":-1,"gems":0,"falls":0}}',
  '{"one":{"steps":"x"}}',
])('invalid stored data is ignored: %j', (kept) => {
  expect(new Progress(storeWith({ 'tandem.progress': kept })).bestOf('one')).toBeUndefined();
  expect(readPreferences(storeWith({ 'tandem.preferences': kept }))).toEqual(readPreferences(storeWith()));
});

test('progress is kept during a visit if the browser refuses access to the store', () => {
  const refuse = (): never => {
    throw new DOMException('forbidden here', 'SecurityError');
  };
  const progress = new Progress({ getItem: refuse, setItem: refuse });
  expect(progress.finish('one', { steps: 600, gems: 2, falls: 3 })).toBe(true);
  expect(progress.bestOf('one')?.steps).toBe(600);
});
