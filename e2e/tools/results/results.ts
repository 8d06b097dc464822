import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { findChromium } from '../browsers/find-chromium.ts';
import { root } from '../repository.mjs';

/** One row of a table of figures, by column. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The results of a benchmark or a measurement, with its conditions. */
export interface Results {
  /** Name of the file without its extension; lower-case with hyphens. */
  readonly name: string;
  /**
   * The measured commit. It ends with `+` if files in `packages` or `demos` had uncommitted
   * changes.
   */
  readonly commit: string;
  /** Date and time in ISO 8601, UTC. */
  readonly date: string;
  readonly machine: Machine;
  /** Name and version of the browser, as it reports them. */
  readonly browser: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The summarized figures. */
  readonly rows: readonly Row[];
  /** The raw samples by series, in the order of measurement. */
  readonly samples: Readonly<Record<string, readonly unknown[]>>;
}

/** The machine of the measurement. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** Memory in GiB. */
  readonly memory: number;
  readonly os: string;
  readonly node: string;
}

/** Results without the conditions that `writeResults` determines itself. */
export interface Findings {
  readonly name: string;
  readonly parameters: Results['parameters'];
  readonly rows: Results['rows'];
  readonly samples?: Results['samples'];
  /** Version of the browser, if it is not the one of `findChromium`. */
  readonly browser?: string;
  /** The destination folder; `e2e/results` by default. */
  readonly folder?: string;
}

const resultsFolder = `${root}e2e/results`;

/** If the JSON of the samples has more characters, it is compressed into a separate file. */
const maxInlineLength = 10_000;

/**
 * Writes `<name>.json` into the folder named after the first word of the name, and returns its path. Many samples are written to
 * `samples/<name>.samples.json.gz` in that folder.
 *
 * @throws RangeError if the name contains characters other than lower-case letters, digits and hyphens.
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
 * Reads the results that `writeResults` has written.
 *
 * @throws Error if there are no results of this name.
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

/** Returns the value of `samples` in the results: the samples, or the name of the file that contains them. */
function storeSamples(samples: Results['samples'], path: string): Results['samples'] | string {
  const text = JSON.stringify(samples);
  if (text.length <= maxInlineLength) {
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
