// `node e2e/tools/documents/adoption.mjs` prints the lines of code in which the game with DOHA's
// loop (`versions/adaptive.ts`) differs from the game with the usual loop
// (`versions/monolithic.ts`), and their number.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from '../repository.mjs';

const folder = `${root}demos/tandem/`;

/**
 * Files that do not count as lines of the game: the game in several threads, replays, the scenario
 * of the measurements, displays of figures and their statistics, and the policy of the adaptive loop.
 */
const outsideGame =
  /^(concurrent|game\/replay)\/|^world\/tunnel\.ts$|^(app\/hud|app\/thread-view|game\/game-statistics|game\/importance)\.ts$/;

/** Files that only one version needs, by the name of the version. */
const additionalFiles = new Map([['adaptive', ['game/importance.ts']]]);

/**
 * @typedef {object} Adoption
 * @property {number} lines lines of code of the game with the usual loop, without blank lines, comments, levels and tests
 * @property {string[]} removed lines of the usual loop that the other version does not have
 * @property {string[]} added lines of the other version that the usual loop does not have
 */

/**
 * Returns the lines that change if `version` replaces the usual loop. `version` is the name of a
 * file in `demos/tandem/versions`, without its extension.
 *
 * @param {string} version
 * @returns {Adoption}
 */
export function adoption(version) {
  const before = codeOf('versions/monolithic.ts');
  const after = [`versions/${version}.ts`, ...(additionalFiles.get(version) ?? [])].flatMap(codeOf);
  const kept = commonLines(before, after);
  const lines = gameFiles().reduce((sum, file) => sum + codeOf(file).length, 0);
  return { lines, removed: without(before, kept), added: without(after, kept) };
}

/**
 * The files of the game in several threads, with their numbers of lines of code.
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
    .filter((file) => !outsideGame.test(file))
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
 * The longest common subsequence of two lists of lines.
 *
 * @param {string[]} one
 * @param {string[]} other
 * @returns {string[]}
 */
export function commonLines(one, other) {
  // The lines of `one` are processed from the last to the first. `below[j]` is the longest common
  // subsequence of the processed lines and of `other` from index j on.
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
 * @param {string[]} kept a subsequence of `lines`
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
    `Of the game's ${lines} lines of code ${share(removed)} are replaced by ${share(added)}.`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) console.log(describe(adoption('adaptive')));
