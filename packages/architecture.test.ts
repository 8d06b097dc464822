import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { repositoryFiles } from './repository-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The names by which a page may refer to a file or folder, see {@link endsOf}. */
const known = new Set(
  ['packages', 'demos', 'e2e', 'examples', 'docs', 'site'].flatMap(repositoryFiles).flatMap(endsOf),
);

test.each(['ARCHITECTURE.md', 'docs/decisions.md', 'site/glossary.md'])('every path in %s exists', (page) => {
  const paths = pathsIn(readFileSync(join(root, page), 'utf8'));
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !known.has(path))).toEqual([]);
});

test('a page names a path by a code span with a slash, or by any code span in the first column of a table', () => {
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

/**
 * All names by which a page may refer to a file or to a folder that contains it: each contiguous
 * part of the path, without the extension of TypeScript.
 */
function endsOf(file: string): string[] {
  const names = withoutExtension(file).split('/');
  return names.flatMap((_, from) =>
    names.slice(from).map((__, count) => names.slice(from, from + count + 1).join('/')),
  );
}

function withoutExtension(path: string): string {
  return path.replace(/\.ts$/, '');
}
