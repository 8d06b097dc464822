import { afterEach, expect, test, vi } from 'vitest';
import { callSite } from './call-site.ts';

afterEach(() => vi.unstubAllGlobals());

function submit(): string {
  const where = callSite('submitted', 0);
  return where();
}

test('callSite describes the line of the call', () => {
  expect(submit()).toMatch(/^submitted at submit \(.+call-site\.test\.ts:\d+:\d+\)$/);
});

test('callSite returns a description even if Error is frozen', () => {
  vi.stubGlobal('Error', Object.freeze(class extends Error {}));
  expect(submit()).toMatch(/^submitted /);
});
