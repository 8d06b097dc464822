// How much of the game differs between the usual loop and DOHA's: `node e2e/tools/documents/adoption.mjs` prints it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from '../repository.mjs';

const folder = `${root}demos/tandem/`;

/** Not counted as the game: replays, measured figures, the game in several threads and the scenario of the measurements. */
const notCounted =
  /^(concurrent|game\/replay)\/|^world\/tunnel\.ts$|^(app\/hud|app\/thread-view|game\/pulse|game\/importance)\.ts$/;

/** Files that a version needs besides its own. */
const besides = new Map([['adaptive', ['game/importance.ts']]]);

/**
 * @typedef {object} Adoption
 * @property {number} lines Lines of code of the game with the usual loop: neither blank nor comment, levels and tests left out.
 * @property {string[]} removed Those of them that the other version does without.
 * @property {string[]} added What it has instead.
 */

/**
 * What it takes to change the game from the usual loop to that of `version`, a file's name in `demos/tandem/versions`.
 *
 * @param {string} version
 * @returns {Adoption}
 */
export function adoption(version) {
  const before = codeOf('versions/monolithic.ts');
  const after = [`versions/${version}.ts`, ...(besides.get(version) ?? [])].flatMap(codeOf);
  const kept = commonLines(before, after);
  const lines = gameFiles().reduce((sum, file) => sum + codeOf(file).length, 0);
  return { lines, removed: without(before, kept), added: without(after, kept) };
}

/**
 * The files that only the game in several threads needs, with their lines of code.
 *
 * @returns {{ file: string, lines: number }[]}
 */
export function concurrentFiles() {
  return filesOf()
    .filter((file) => file.startsWith('concurrent/') && !/lock-step/.test(file))
    .map((file) => ({ file, lines: codeOf(file).length }));
}

function gameFiles() {
  return filesOf()
    .filter((file) => !notCounted.test(file))
    .filter((file) => !/^versions\/(?!monolithic)/.test(file));
}

function filesOf() {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !/\.test\./.test(file))
    .toSorted();
}

/** @param {string} file */
function codeOf(file) {
  const text = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)\/\/ .*$/, '').trim());
  return lines.filter((line) => line !== '');
}

/**
 * The longest sequence of lines that both have.
 *
 * @param {string[]} one
 * @param {string[]} other
 * @returns {string[]}
 */
export function commonLines(one, other) {
  // By the number of lines of `other` that are left; for the lines of `one` from the last to the first.
  let below = Array.from(other, () => /** @type {string[]} */ ([]));
  below.push([]);
  for (const line of one.toReversed()) {
    const row = [...below];
    for (let j = other.length - 1; j >= 0; j--) {
      const skipped = longer(below[j], row[j + 1]);
      row[j] = line === other[j] ? longer([line, ...(below[j + 1] ?? [])], skipped) : skipped;
    }
    below = row;
  }
  return below[0] ?? [];
}

/**
 * @param {string[]} [one]
 * @param {string[]} [other]
 */
function longer(one = [], other = []) {
  return one.length >= other.length ? one : other;
}

/**
 * @param {string[]} lines
 * @param {string[]} kept A subsequence of them.
 */
function without(lines, kept) {
  let next = 0;
  return lines.filter((line) => {
    if (line !== kept[next]) return true;
    next++;
    return false;
  });
}

/** @param {Adoption} adopted */
function describe({ lines, removed, added }) {
  const share = (/** @type {string[]} */ some) =>
    `${some.length} (${((100 * some.length) / lines).toFixed(2)} %)`;
  return [
    ...removed.map((line) => `- ${line}`),
    ...added.map((line) => `+ ${line}`),
    '',
    `Of the game's ${lines} lines of code ${share(removed)} give way to ${share(added)}.`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) console.log(describe(adoption('adaptive')));
