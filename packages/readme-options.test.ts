import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { members } from './option-members.test.setup.ts';

test.each(
  Object.entries(members).flatMap(([name, types]) =>
    Object.entries(types).map(([type, names]) => [name, type, names] as const),
  ),
)('the README of %s has a table with all members of %s', (name, type, names) => {
  const missing = tablesOf(name).map((table) =>
    names.filter((member) => !new RegExp(`[\`.]${member}[\`[]`).test(table)),
  );
  expect(missing).toContainEqual([]);

  if (type.includes('stats')) return; // not options
  const tables = tablesOf(name).filter((_, index) => missing[index]!.length === 0);
  expect(tables.map(columnsOf)).toContainEqual(
    expect.arrayContaining([expect.stringMatching(/^(type|unit), range$/), 'default', 'meaning']),
  );
});

test.each(Object.keys(members))('no table of options in the README of %s has an empty cell', (name) => {
  const tables = tablesOf(name).filter((table) => columnsOf(table).includes('default'));
  expect(tables.length).toBeGreaterThan(0);
  for (const table of tables) {
    // The first cell may be empty: it groups the options of a call.
    for (const row of table.split('\n').slice(2)) expect(cellsOf(row).slice(1)).not.toContain('');
  }
});

function tablesOf(name: string): string[] {
  const readme = readFileSync(new URL(`${name}/README.md`, import.meta.url), 'utf8');
  return readme.split('\n\n').filter((block) => block.startsWith('|'));
}

function columnsOf(table: string): string[] {
  return cellsOf(table.slice(0, table.indexOf('\n')));
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
