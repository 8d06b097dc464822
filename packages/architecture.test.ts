import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['packages', 'demos', 'e2e', 'examples', 'docs'];

test.each(['ARCHITECTURE.md', 'docs/decisions.md', 'docs/glossary.md'])('every path in %s exists', (page) => {
  const paths = pathsIn(readFileSync(join(root, page), 'utf8'));
  const known = [...folders, ...folders.flatMap(pathsOf)];
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !known.some((each) => `/${each}`.endsWith(`/${path}`)))).toEqual([]);
});

test('a path is a name with a slash, or a name in the first column of a table', () => {
  const text =
    '| `queue`, `host` | the `clock` |\n\nSee `host/clock` and `a/b.ts`, not `paceA`, `@doha/loop` or `*/a.ts`.';
  expect(pathsIn(text)).toEqual(['queue', 'host', 'host/clock', 'a/b']);
});

/** The paths in a page, without the extension of TypeScript. */
function pathsIn(markdown: string): string[] {
  return markdown.split('\n').flatMap((line) => {
    const firstCell = /^\|[^|]*/.exec(line)?.[0] ?? '';
    const paths = namesIn(line.slice(firstCell.length)).filter((name) => name.includes('/'));
    return [...namesIn(firstCell), ...paths].map(withoutExtension);
  });
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([a-z0-9-]+(?:[/.][a-z0-9-]+)*)`/g)].map(([, name = '']) => name);
}

/** All files and folders in a folder, without the extension of TypeScript. */
function pathsOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(^|[\\/])(node_modules|dist)([\\/]|$)/.test(path))
    .map((path) => withoutExtension(`${folder}/${path.split(sep).join('/')}`));
}

function withoutExtension(path: string): string {
  return path.replace(/\.ts$/, '');
}
