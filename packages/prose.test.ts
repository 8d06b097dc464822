import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { SourceFile } from './layer-violations.ts';
import { proseViolations } from './prose-violations.ts';
import { repositoryFiles } from './repository-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** These files name the words that are not to be used. */
const own = /^packages\/prose(-violations)?(\.test)?\.ts$/;

test('comments and pages are plain technical English', () => {
  const files = allFiles();
  expect(files.length).toBeGreaterThan(500);
  expect(proseViolations(files).join('\n')).toBe('');
});

test.each<[string, string, string]>([
  ['a.ts', '/** What a worker knows. */', 'a.ts:1: not "What", but a sentence whose subject is a noun'],
  [
    'a.ts',
    '// Runs a job. Who waits gets none.',
    'a.ts:1: not "Who", but a sentence whose subject is a noun',
  ],
  ['a.ts', 'f(); // How a job is found', 'a.ts:1: not "How", but a sentence whose subject is a noun'],
  [
    'a.ts',
    '/**\n * Sends jobs.\n *\n * So many: the window.\n */',
    'a.ts:4: not "So many", but the number or its name',
  ],
  ['a.ts', '// Waits\n// for so many rounds.', 'a.ts:2: not "so many", but the number or its name'],
  [
    'a.ts',
    '// Ends. Of those, each has one.',
    'a.ts:1: not "Of those", but a noun instead of "those" or "that"',
  ],
  ['a.ts', 'const mostUnfinished = 1;', 'a.ts:1: not "mostUnfinished", but reassemblyLimit'],
  [
    'a.test.ts',
    "test.each([1])('what is sent', () => {});",
    'a.test.ts:1: not "What", but a sentence whose subject is a noun',
  ],
  ['a.md', '# Loop\n\nText.\n- The crew waits.', 'a.md:4: not "crew", but worker pool'],
  ['a.md', '**Order.** What is sent', 'a.md:1: not "What", but a sentence whose subject is a noun'],
  ['a.md', 'The seeds’ figures', 'a.md:1: not "The seeds’", but "… of the papers" after the noun'],
  ['a.html', '<p title="x">\n  The behaviour</p>', 'a.html:2: not "behaviour", but behavior'],
  ['a.html', '<p>Two neighbours</p>', 'a.html:1: not "neighbour", but neighbor'],
  ['a.mjs', '// serialised, then canceled', 'a.mjs:1: not "serialised", but serialized'],
])('in %s, %j is found', (path, text, violation) => {
  expect(proseViolations([{ path, text }])).toContain(violation);
});

test.each([
  ['a.ts', "const what = 'What colour?'; // the answer"],
  ['a.ts', '// What waits? All jobs wait. How to test: run it.'],
  [
    'a.ts',
    '// There are so many tasks that the queue is full. See `colour`, "What is sent" and https://a.org/crew.',
  ],
  ['a.md', 'The paper _What colour is it_ (Smith, 2001)\n\n| What | How |\n\n```ts\n// What is sent\n```'],
  [
    'a.md',
    '<!-- results: a by npm run bench -->\n\n*pictures*\n\n<!-- end of results -->\n[color](docs/colour.md)',
  ],
  ['a.html', '<script>// What is sent</script><p aria-labelledby="crew">A frame</p>'],
])('in %s, nothing is found in %j', (path, text) => {
  expect(proseViolations([{ path, text }])).toEqual([]);
});

function allFiles(): SourceFile[] {
  return repositoryFiles()
    .filter(
      (path) =>
        /^([^/]+|(packages|demos|examples|e2e|docs)\/.*)\.(ts|mjs|md|html)$/.test(path) && !own.test(path),
    )
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
