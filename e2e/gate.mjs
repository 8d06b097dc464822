// `npm test`: everything that must pass before a change is kept. Quiet where all is well; says what failed where not.
// The last line is always `N passed, N failed`. Arguments choose checks by name: `npm test -- types unit`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/**
 * What a check found.
 *
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {readonly string[]} failures what failed, each with its reason
 */

/**
 * What a tool answered.
 *
 * @typedef {object} Answer
 * @property {boolean} ok whether it ended with exit code 0 in time
 * @property {string} text all that it printed
 */

/** @typedef {{ readonly status: string, readonly fullName: string, readonly failureMessages: readonly string[] }} UnitTest */
/** @typedef {{ readonly name: string, readonly status: string, readonly message?: string, readonly assertionResults: readonly UnitTest[] }} UnitFile */

/** @typedef {{ readonly message?: string }} BrowserError */
/** @typedef {{ readonly title: string, readonly file: string, readonly ok: boolean, readonly tests: readonly { readonly status: string, readonly results: readonly { readonly errors: readonly BrowserError[] }[] }[] }} Spec */
/** @typedef {{ readonly title: string, readonly specs?: readonly Spec[], readonly suites?: readonly Suite[] }} Suite */

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'doha-gate-'));
const minutes = 60_000;

/** @type {Readonly<Record<string, () => Promise<Outcome>>>} */
const checks = {
  types: () => single('types', run('typescript/bin/tsc', ['-b'])),
  lint: () => single('lint', run('oxlint/bin/oxlint', [])),
  format: () => single('format', run('oxfmt/bin/oxfmt', ['--check'])),
  unit: runUnitTests,
  browser: runBrowserTests,
};

process.exitCode = await main(process.argv.slice(2)).finally(() => rmSync(reports, { recursive: true }));

/**
 * Returns the exit code.
 *
 * @param {readonly string[]} names
 */
async function main(names) {
  const unknown = names.find((name) => !(name in checks));
  if (unknown !== undefined) {
    console.error(`Run checks: each must be one of ${Object.keys(checks).join(', ')}, not ${unknown}`);
    return 2;
  }
  const chosen = Object.entries(checks).filter(([name]) => names.length === 0 || names.includes(name));
  const total = { passed: 0, failed: 0 };
  for (const [, check] of chosen) {
    const { passed, failures } = await check();
    for (const failure of failures) console.log(`${stripVTControlCharacters(failure).trimEnd()}\n`);
    total.passed += passed;
    total.failed += failures.length;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/**
 * A check that is one whole.
 *
 * @param {string} name
 * @param {Promise<Answer>} answer
 * @returns {Promise<Outcome>}
 */
async function single(name, answer) {
  const { ok, text } = await answer;
  return ok ? { passed: 1, failures: [] } : { passed: 0, failures: [`FAILED ${name}\n${text}`] };
}

/** @returns {Promise<Outcome>} */
async function runUnitTests() {
  const file = join(reports, 'unit.json');
  const answer = await run('vitest/vitest.mjs', ['run', '--reporter=json', `--outputFile=${file}`]);
  const files = /** @type {{ testResults?: readonly UnitFile[] }} */ (readReport(file)).testResults ?? [];
  const tests = files.flatMap((result) => result.assertionResults);
  const broken = files
    .filter((result) => result.status === 'failed' && result.assertionResults.length === 0)
    .map((result) => `FAILED ${result.name}\n${result.message ?? ''}`);
  const failed = tests
    .filter((test) => test.status === 'failed')
    .map((test) => `FAILED ${test.fullName}\n${test.failureMessages.join('\n')}`);
  const passed = tests.filter((test) => test.status === 'passed').length;
  return judge('unit tests', answer, { passed, failures: [...broken, ...failed] });
}

/** @returns {Promise<Outcome>} */
async function runBrowserTests() {
  const file = join(reports, 'browser.json');
  const answer = await run('@playwright/test/cli.js', ['test', '--project=gate', '--reporter=json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = /** @type {{ suites?: readonly Suite[], errors?: readonly BrowserError[] }} */ (
    readReport(file)
  );
  const specs = (report.suites ?? []).flatMap(specsOf);
  const broken = (report.errors ?? []).map((error) => `FAILED browser tests\n${error.message ?? ''}`);
  const failed = specs
    .filter((spec) => !spec.ok)
    .map((spec) => `FAILED ${spec.file}: ${spec.title}\n${reasons(spec)}`);
  const passed = specs.filter(
    (spec) => spec.ok && spec.tests.some((test) => test.status === 'expected'),
  ).length;
  return judge('browser tests', answer, { passed, failures: [...broken, ...failed] });
}

/**
 * @param {Suite} suite
 * @returns {readonly Spec[]}
 */
function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

/** @param {Spec} spec */
function reasons(spec) {
  const errors = spec.tests.flatMap((test) => test.results).flatMap((result) => result.errors);
  return errors.map((error) => error.message ?? '').join('\n');
}

/**
 * A tool that failed without naming a test, or that ran none, has not passed.
 *
 * @param {string} name
 * @param {Answer} answer
 * @param {Outcome} outcome
 * @returns {Outcome}
 */
function judge(name, { ok, text }, { passed, failures }) {
  if (failures.length > 0 || (ok && passed > 0)) return { passed, failures };
  return {
    passed,
    failures: [`FAILED ${name}: ${ok ? 'none ran' : 'the tool ended with an error'}\n${text}`],
  };
}

/** @param {string} file */
function readReport(file) {
  try {
    return /** @type {unknown} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Runs a tool of `node_modules` in the root of the repository.
 *
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} env
 * @returns {Promise<Answer>}
 */
function run(tool, args, env = {}) {
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 12 * minutes, // something hangs
  });
  let text = '';
  const keep = (/** @type {Buffer} */ part) => (text += part.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, text: `${text}${error.message}` }));
    child.once('close', (code, signal) => {
      resolve({ ok: code === 0, text: signal ? `${text}\nended by ${signal}` : text });
    });
  });
}
