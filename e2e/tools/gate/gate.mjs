// `npm test`: all checks that must pass before a change is committed. The last line is always `N passed, N failed`.
//
//     npm test -- types unit        only the named checks
//     npm run test:long             every check at full length, and ten minutes of storms
//     npm run storms -- --seconds 60 --seed 7 --only 'event loop'
//
// Storms end after `--seconds`, or when each one has had `--seeds` seeds. With neither of the two options, they run with their few
// seeds of the gate, or for ten minutes with `--long`, which `npm run storms` adds. `--seed` is the first seed. `--only` selects
// storms by a part of their names.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { Progress } from './progress.mjs';
import { spawnTool } from './spawn-tool.mjs';
import { playStorms } from './storms/play-storms.mjs';

/** @typedef {import('./events.mjs').GateEvent} GateEvent */

const minutes = 60_000;

const { positionals: names, values: options } = readArguments();

const progress = new Progress(process.stdout);
const limit = (options.long ? 240 : 20) * minutes; // a tool that runs longer is killed
const workers = Math.min(2, availableParallelism());
const moreWorkers = workers + 1; // many tests wait half of their time
const workersOfPages = workers + 2; // pages start and wait for most of their time
const workersOfAlone = workers + 3; // these tests wait for emulated networks most of the time
const scratch = mkdtempSync(join(tmpdir(), 'doha-gate-'));
process.once('exit', () => rmSync(scratch, { recursive: true }));
const pages = join(scratch, 'pages'); // for both runs of browser tests
const env = {
  ...(options.long ? { DOHA_LONG: '1' } : { DOHA_BROWSERS: 'chromium' }),
  DOHA_PAGES: pages,
  GOGC: '400', // the compiler and the type-aware linter are Go programs: a tenth less CPU time, more memory
};

/** @type {Readonly<Record<string, () => Promise<void>>>} */
const checks = {
  types: () => runWhole('types', 'typescript/bin/tsc', ['-b', '--checkers', '1']),
  lint: () => runWhole('lint', 'oxlint/bin/oxlint', [], priorityBeside),
  format: () => runWhole('format', 'oxfmt/bin/oxfmt', ['--check']),
  pages: () =>
    runWhole('pages', 'vite/bin/vite.js', [
      'build',
      '--config=e2e/tools/servers/pages.config.ts',
      `--outDir=${pages}`,
    ]),
  unit: () =>
    runTests('unit', 'vitest/vitest.mjs', [
      'run',
      `--maxWorkers=${moreWorkers}`,
      '--reporter=./e2e/tools/gate/unit-reporter.mjs',
    ]),
  browser: () => runBrowserTests('browser', [`--workers=${workersOfPages}`, '--grep-invert=@alone']),
  alone: () => runBrowserTests('alone', [`--workers=${workersOfAlone}`, '--grep=@alone']),
  storms: runStorms,
};

/** The lowest priority, for checks that run while the tests with the tag `@alone` wait, and must not disturb them. */
const priorityBeside = constants.priority.PRIORITY_LOW;

const endless = 2 ** 40; // instead of Infinity, which JSON does not have

/** Each storm runs with its `seedsInGate` seeds, in one process. */
const stormsOfGate = { seed: 1, seconds: endless, processes: 1, priority: priorityBeside };

/**
 * A stage is an array of lists of checks. The lists of a stage run at the same time, the checks of
 * a list one after another. The next stage begins when all lists have ended.
 */
const stages = options.long
  ? [[['types', 'lint', 'format', 'pages'], ['unit']], [['browser']], [['alone']], [['storms']]]
  : [[['types', 'format', 'pages'], ['unit']], [['browser']], [['alone'], ['lint', 'storms']]];

process.exitCode = await main();

/** Ends the process with a message if there is an unknown option. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        long: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        seconds: { type: 'string' },
        seed: { type: 'string' },
        seeds: { type: 'string' },
      },
    });
  } catch (error) {
    console.error(`Run checks: ${String(error)}`);
    console.error('The options are --long, --only NAME, --seconds NUMBER, --seed NUMBER and --seeds NUMBER.');
    return process.exit(2);
  }
}

/** Runs the selected checks and returns the exit code. */
async function main() {
  const unknown = names.find((name) => !(name in checks));
  if (unknown !== undefined) {
    console.error(`Run checks: each must be one of ${Object.keys(checks).join(', ')}, not ${unknown}`);
    return 2;
  }
  const timer = setInterval(() => progress.show(), process.stdout.isTTY ? 200 : 5000);
  for (const stage of stages) await Promise.all(stage.map(runInTurn));
  clearInterval(timer);
  progress.finish();
  const { failed, passed } = progress.total;
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** @param {readonly string[]} list of checks */
async function runInTurn(list) {
  for (const name of list.filter(isSelected)) {
    progress.begin(name);
    await checks[name]?.();
    progress.end(name);
  }
}

/** @param {string} name */
function isSelected(name) {
  return names.length === 0 || names.includes(name);
}

/**
 * Runs a check that passes or fails as a whole.
 *
 * @param {string} name
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {number} [priority] of its process
 */
async function runWhole(name, tool, args, priority = 0) {
  const { ok, text } = await spawnTool(tool, { args, env, limit, priority });
  if (ok) progress.pass(name);
  else fail(name, `FAILED ${name}\n${text}`);
}

/**
 * Runs a check of many tests with a reporter that sends events. The check also fails if no test
 * ran, or if the tool ends with an error although no test failed.
 *
 * @param {string} name
 * @param {string} tool
 * @param {readonly string[]} args
 */
async function runTests(name, tool, args) {
  let passed = 0;
  let failed = 0;
  const listen = (/** @type {GateEvent} */ event) => {
    if (event.what === 'begin') progress.turnTo(name, event.name);
    else if (event.what === 'time') progress.spend(event.file, event.time);
    else if (event.what === 'pass') {
      passed++;
      progress.pass(name);
    } else {
      failed++;
      fail(name, event.failure);
    }
  };
  const { ok, text } = await spawnTool(tool, { args, env, limit, listen });
  if (failed > 0 || (ok && passed > 0)) return;
  fail(name, `FAILED ${name}: ${ok ? 'no test ran' : 'the tool ended with an error'}\n${text}`);
}

/**
 * Runs tests in pages or with real networks. Tests with the tag `@alone` measure times, so only tests of this kind run at the same time.
 *
 * @param {string} name
 * @param {readonly string[]} args
 */
function runBrowserTests(name, args) {
  const reporter = '--reporter=./e2e/tools/gate/browser-reporter.mjs';
  return runTests(name, '@playwright/test/cli.js', ['test', '--project=gate', reporter, ...args]);
}

/** Runs storms. A storm passes if all its seeds pass. */
async function runStorms() {
  const { seed, ...plan } = planOfStorms();
  /** @type {Map<string, number>} */
  const runs = new Map();
  let failures = 0;
  const played = await playStorms(
    { names: options.only, seed, ...plan },
    {
      played(name, more) {
        runs.set(name, (runs.get(name) ?? 0) + more);
        const list = [...runs].map(([each, sum]) => `${sum.toLocaleString('en')} × ${each}`);
        progress.turnTo('storms', `from seed ${seed}: ${list.join(', ')}`);
      },
      failed(failure) {
        failures++;
        fail('storms', failure);
      },
    },
  );
  if (failures === 0) progress.pass('storms', played.length);
  if (played.length === 0) fail('storms', 'FAILED storms: no storm has this name');
}

function planOfStorms() {
  const { long, seed, seconds, seeds } = options;
  if (!long && seconds === undefined && seeds === undefined) {
    return { ...stormsOfGate, seed: Number(seed ?? stormsOfGate.seed) };
  }
  return {
    seed: Number(seed ?? Math.floor(Math.random() * 2 ** 30)),
    count: Math.min(Number(seeds ?? Infinity), endless),
    seconds: Math.min(Number(seconds ?? (seeds === undefined ? 600 : Infinity)), endless),
  };
}

/**
 * @param {string} name
 * @param {string} failure
 */
function fail(name, failure) {
  progress.fail(name, stripVTControlCharacters(failure));
}
