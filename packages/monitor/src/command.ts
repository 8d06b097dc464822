#!/usr/bin/env node
/// <reference types="node" />
// The command of the package: `npx @doha/monitor query FILE …`.
import { createReadStream } from 'node:fs';
import process from 'node:process';
import { runCommand } from './command/run-command.ts';

/** Resolves also if the reader of a pipe has ended before the answer, as `head` does. */
async function print(output: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(output, (error) => {
      if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}

// `print` gets the errors of the output. If the errors cannot be printed, only the exit code shows them.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

process.exitCode = await runCommand(process.argv.slice(2), {
  read: (file) => createReadStream(file),
  write: print,
  warn: (line) => process.stderr.write(`${line}\n`),
});
