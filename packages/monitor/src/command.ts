#!/usr/bin/env node
/// <reference types="node" />
// The command of the package: `npx @doha/monitor query FILE …`.
import { createReadStream } from 'node:fs';
import process from 'node:process';
import { runCommand } from './command/run-command.ts';

// The reader of a pipe may end before the answer does, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), {
  read: (file) => createReadStream(file),
  write: (output) => process.stdout.write(output),
  warn: (line) => process.stderr.write(`${line}\n`),
});
