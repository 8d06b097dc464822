import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillDiff } from './fill-diff.ts';

test('a page gets the difference of two files, and filling it again changes nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'doha-diff-'));
  writeFileSync(join(folder, 'one.ts'), 'a\nb\nc\nx\ny\nz\n');
  writeFileSync(join(folder, 'other.ts'), 'a\nd\nc\nx\ny\nz\nw\n');
  const page = 'Before.\n\n<!-- diff: one.ts other.ts -->\n<!-- end of diff -->\n\nAfter.\n';
  const filled = fillDiff(page, folder);
  expect(filled).toContain('```diff\n--- one.ts\n+++ other.ts\n a\n-b\n+d\n c\n x\n y\n z\n+w\n```\n');
  expect(filled.endsWith('\n```\n\n<!-- end of diff -->\n\nAfter.\n')).toBe(true);
  expect(fillDiff(filled, folder)).toBe(filled);
  expect(() => fillDiff('<!-- diff: one.ts none.ts -->\n<!-- end of diff -->', folder)).toThrow('none.ts');
  rmSync(folder, { recursive: true });
});
