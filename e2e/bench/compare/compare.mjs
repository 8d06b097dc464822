// Compares the speed of this working tree with the speed of an earlier commit, with the benchmarks of this working tree:
//
//     npm run bench:compare -- 2891057 [--pairs 20] [--benches theirs] [loop | pool | paceline | queue | frame | empty …]
//
// The benchmarks of both versions run in pairs, in alternating order. Each line gives the speed as a multiple of the earlier speed, its
// 95 % confidence interval and a verdict. Samples are written to e2e/results/compare/. With `--benches theirs` the earlier version runs
// the benchmarks of its own commit. This is necessary if the benchmarks use options that have been renamed since then.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/repository.mjs';

const {
  positionals: [commit, ...names],
  values: { benches, pairs },
} = parseArgs({
  allowPositionals: true,
  options: {
    benches: { type: 'string', default: 'ours' },
    pairs: { type: 'string', default: '20' },
  },
});
const problem =
  (commit === undefined && 'the first argument must be a commit, such as 2891057') ||
  (!['ours', 'theirs'].includes(benches) && `--benches must be ours or theirs, not ${benches}`) ||
  (!(Number(pairs) >= 1) && `--pairs must be a number, not ${pairs}`);
if (commit === undefined || problem) {
  console.error(`Compare: ${problem}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'doha-compare-'));
const base = join(folder, 'base');
try {
  git('worktree', 'add', '--detach', '--quiet', base, commit);
  if (benches === 'ours') copyBenches();
  linkModules();
  process.exitCode = compare(commit);
} finally {
  git('worktree', 'remove', '--force', base);
  rmSync(folder, { recursive: true, force: true });
}

/** Copies the benchmarks of this working tree, because a changed benchmark would look like a change of the product. */
function copyBenches() {
  for (const part of ['bench', 'tools']) {
    rmSync(join(base, 'e2e', part), { recursive: true, force: true }); // old commits have no e2e/tools
    cpSync(join(root, 'e2e', part), join(base, 'e2e', part), { recursive: true });
  }
}

/** Links the installed dependencies, and the packages of the earlier version. */
function linkModules() {
  const modules = join(base, 'node_modules');
  mkdirSync(join(modules, '@doha'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@doha' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of readdirSync(join(base, 'packages'), { withFileTypes: true })) {
    if (name.isDirectory()) symlinkSync(join(base, 'packages', name.name), join(modules, '@doha', name.name));
  }
}

/** @param {string} earlier */
function compare(earlier) {
  const plan = { base, benches, commit: earlier, names, pairs: Number(pairs) };
  const tool = join(root, 'node_modules/@playwright/test/cli.js');
  const { status } = spawnSync(process.execPath, [tool, 'test', '--project=compare', '--reporter=line'], {
    cwd: root,
    env: { ...process.env, DOHA_COMPARE: JSON.stringify(plan) },
    stdio: 'inherit',
  });
  return status ?? 1;
}

/** @param {readonly string[]} args */
function git(...args) {
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
