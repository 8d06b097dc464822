import { test } from '@playwright/test';
import { markdownTable } from '../../tools/documents/markdown-table.ts';
import { root } from '../../tools/repository.mjs';
import { type Row, writeResults } from '../../tools/results/results.ts';
import { comparePiece, type Versions } from './compare-piece.ts';
import { choosePieces, pieces } from './pieces.ts';
import { Version } from './version.ts';

// `compare.mjs` starts this file after it has prepared the working tree of the earlier version.
interface Plan {
  /** Path of the working tree of the earlier version. */
  readonly base: string;
  /** The version whose benchmarks are run: the current one ('ours'), or the earlier one. */
  readonly benches: 'ours' | 'theirs';
  readonly commit: string;
  readonly names: readonly string[];
  readonly pairs: number;
}

const plan = process.env['DOHA_COMPARE'];
const none: Plan = { base: '', benches: 'ours', commit: '', names: [], pairs: 0 };
const { base: baseRoot, benches, commit, names, pairs } = plan ? (JSON.parse(plan) as Plan) : none;

let versions: Versions;
const all: Row[] = [];

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const current = await Version.open(root);
  versions = { base: await Version.open(baseRoot), current };
});

test.afterAll(async () => {
  await Promise.all(Object.values(versions).map((version: Version) => version.close()));
  print(
    `all measurements, ${pairs} runs of each version: speed as a multiple of the speed at ${commit}`,
    all,
  );
});

for (const piece of choosePieces(pieces(benches === 'theirs'), names)) {
  test(`${piece.bench}: ${piece.name}`, async ({ page }) => {
    const { rows, samples } = await comparePiece(piece, versions, { page, pairs });
    const name = `compare-${piece.bench}-${piece.name}`;
    writeResults({ name, parameters: { base: commit, pairs }, rows, samples });
    all.push(...rows);
    print(name, rows);
  });
}

function print(title: string, rows: readonly Row[]): void {
  process.stdout.write(`\n${title}\n\n${markdownTable(rows)}\n\n`);
}
