import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { findChromium } from '../browsers/find-chromium.ts';
import { root } from '../repository.mjs';

/** One line of a table of figures, by column. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** What a bench or a measurement found, and under what it was found. */
export interface Results {
  /** The name of the file, without its ending; lower-case with hyphens. */
  readonly name: string;
  /** The commit that was measured; ends in `+` where files differed from it. */
  readonly commit: string;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly machine: Machine;
  /** What the browser says of itself. */
  readonly browser: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The summary figures. */
  readonly rows: readonly Row[];
  /** The raw samples by series, in the order in which they were taken. */
  readonly samples: Readonly<Record<string, readonly unknown[]>>;
}

/** The machine that the figures are of. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** GiB. */
  readonly memory: number;
  readonly os: string;
  readonly node: string;
}

/** What the writer of results has to say; the rest is found out. */
export interface Findings {
  readonly name: string;
  readonly parameters: Results['parameters'];
  readonly rows: Results['rows'];
  readonly samples?: Results['samples'];
  /** The version of the browser where it is not the one that `findChromium` finds. */
  readonly browser?: string;
  /** Where to write; `e2e/results` by default. */
  readonly folder?: string;
}

const resultsFolder = `${root}e2e/results`;

/** Longer samples, in characters of JSON, go compressed into a file beside the results. */
const longestInline = 10_000;

/**
 * Writes `<name>.json` into the folder that has the first word of the name, and returns its path. Many samples go into
 * `samples/<name>.samples.json.gz` there.
 *
 * @throws RangeError where the name is not lower-case letters, digits and hyphens.
 */
export function writeResults(findings: Findings): string {
  const { name, parameters, rows, samples = {}, folder = resultsFolder } = findings;
  if (!/^[a-z0-9-]+$/.test(name)) {
    throw new RangeError(
      `Write results: the name must be lower-case with hyphens, not ${JSON.stringify(name)}`,
    );
  }
  const group = folderOf(folder, name);
  mkdirSync(group, { recursive: true });
  const about = {
    name,
    commit: commit(),
    date: new Date().toISOString(),
    machine: machine(),
    browser: findings.browser ?? findChromium().version,
  };
  const stored = storeSamples(samples, join(group, 'samples', `${name}.samples.json.gz`));
  const path = join(group, `${name}.json`);
  writeFileSync(path, `${JSON.stringify({ ...about, parameters, rows, samples: stored }, null, 2)}\n`);
  return path;
}

/**
 * Reads what `writeResults` wrote.
 *
 * @throws Error where there are no results of that name.
 */
export function readResults(name: string, folder: string = resultsFolder): Results {
  const group = folderOf(folder, name);
  const path = join(group, `${name}.json`);
  if (!existsSync(path))
    throw new Error(`Read results: ${path} must have been written by a run of its measurement`);
  const results = JSON.parse(readFileSync(path, 'utf8')) as Results & { samples: unknown };
  if (typeof results.samples !== 'string') return results;
  const samples = gunzipSync(readFileSync(join(group, 'samples', results.samples))).toString();
  return { ...results, samples: JSON.parse(samples) as Results['samples'] };
}

function folderOf(results: string, name: string): string {
  return join(results, name.replace(/-.*/, ''));
}

/** Returns what stands for the samples in the results: themselves, or the name of the file that holds them. */
function storeSamples(samples: Results['samples'], path: string): Results['samples'] | string {
  const text = JSON.stringify(samples);
  if (text.length <= longestInline) {
    rmSync(path, { force: true });
    return samples;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gzipSync(text, { level: 9 }));
  return basename(path);
}

function commit(): string {
  try {
    const hash = git('rev-parse', 'HEAD');
    return git('status', '--porcelain', '--', 'packages', 'demos') ? `${hash}+` : hash;
  } catch {
    return 'unknown';
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function machine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 2 ** 30),
    os: `${platform()} ${arch()} ${release()}`,
    node: process.version,
  };
}
