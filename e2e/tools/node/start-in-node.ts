import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { parse } from 'node:path';
import type { Readable } from 'node:stream';
import { root } from '../repository.mjs';
import { bundleForNode } from './bundle-for-node.mjs';

// Parallel tests may start programs of the same name.
const workerIndex = process.env['TEST_PARALLEL_INDEX'] ?? '0';
const programs = `${root}node_modules/.cache/programs/${workerIndex}`;
let starts = 0;

/** A program of this repository that runs until it is stopped. */
export interface Started {
  /** Its first output. */
  readonly said: string;
  readonly stop: (signal?: 'SIGKILL') => void;
}

/**
 * Bundles a module with all imported modules of this repository, into a folder within the repository, and runs it in a new process.
 * Resolves after the first output. Rejects with the exit code and the output on stderr if the program ends earlier.
 */
export async function startInNode(
  path: string,
  env: Readonly<Record<string, string>> = {},
  folder: string = `${programs}/${starts++}`, // one test may start a program several times at once
): Promise<Started> {
  const bundles = await bundleForNode(folder, { [parse(path).name]: path });
  const program = spawn(process.execPath, Object.values(bundles), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  program.stderr.pipe(process.stderr, { end: false });
  return { said: await firstOutput(path, program), stop: (signal) => program.kill(signal) };
}

async function firstOutput(
  path: string,
  program: ChildProcessByStdio<null, Readable, Readable>,
): Promise<string> {
  let errors = '';
  program.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  return new Promise((resolve, reject) => {
    program.stdout.once('data', (said: Buffer) => resolve(said.toString()));
    program.once('error', reject);
    program.once('close', (code, signal) =>
      reject(new Error(`${path} ended with ${code ?? signal} before its first output: ${errors}`)),
    );
  });
}
