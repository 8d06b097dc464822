// Finds files with equal contents in a folder: `node main.mjs [folder]`. In this repository, build the packages first with `npm run build:packages`.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MultiProc } from '@doha/multiproc';

/** @import { hasher } from './hash.worker.mjs' */
/** @typedef {{ readonly path: string, readonly size: number }} File */

const files = filesIn(process.argv[2] ?? '.');
// Only files of the same size can be equal.
const candidates = groupsBy(files, ({ size }) => size).flat();

/** @type {MultiProc<typeof hasher.functions>} */
const proc = await MultiProc.start({
  spawn: () => new Worker(new URL('./hash.worker.mjs', import.meta.url)),
});
const hash = proc.task('hash');
let done = 0;
const hashed = await Promise.all(candidates.map(withDigest));
process.stderr.write('\n');

const equal = groupsBy(hashed.flat(), ({ digest }) => digest);
for (const group of equal) {
  console.log(`${group.length} × ${group[0]?.size} bytes`);
  for (const { path } of group) console.log(`  ${path}`);
}
console.log(`${files.length} files, groups of equal ones: ${equal.length}`);

/**
 * Hashes a file in a worker. The largest files come first. Otherwise one worker could be busy with
 * a large file when all others have finished.
 *
 * @param {File} file
 */
async function withDigest({ path, size }) {
  try {
    return [{ path, size, digest: await hash.run([path], { priority: size }) }];
  } catch (error) {
    console.error(`\n${String(error)}`); // such as a file without read permission
    return [];
  } finally {
    process.stderr.write(`\r${++done} of ${candidates.length} files hashed`);
  }
}

/**
 * @param {string} root
 * @returns {File[]}
 */
function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, size: statSync(path).size }));
}

/**
 * The groups of at least two items with the same key.
 *
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => string | number} keyOf
 */
function groupsBy(items, keyOf) {
  /** @type {Map<string | number, T[]>} */
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
