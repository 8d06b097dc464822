import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { members } from './option-members.test.setup.ts';

test.each(
  Object.entries(members).flatMap(([name, types]) =>
    Object.entries(types).map(([type, names]) => [name, type, names] as const),
  ),
)('the README of %s has a table with all members of %s', (name, _, names) => {
  const readme = readFileSync(new URL(`${name}/README.md`, import.meta.url), 'utf8');
  const tables = readme.split('\n\n').filter((block) => block.startsWith('|'));
  const missing = tables.map((table) =>
    names.filter((member) => !new RegExp(`[\`.]${member}[\`[]`).test(table)),
  );
  expect(missing).toContainEqual([]);
});
