import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, LaunchOptions } from '@playwright/test';
import { withChromium } from './with-chromium.ts';

// Threads that alternate, as in a round trip, do not profit from a second core. With virtual cores,
// the wake-up time of a sleeping thread depends on the cores on which the threads run. It differs
// by a factor of three between processes, and is constant within a process. On one core this noise
// disappears.

/** A command prefix that restricts the command and its child processes to the last core. */
export const onOneCore: readonly string[] = ['taskset', '-c', String(availableParallelism() - 1)];

/** True if processes can be restricted to one core. This needs `taskset` of Linux. */
export const hasOneCore: boolean = canPin();

/** Calls `use` with a Chromium whose processes are all restricted to one core. */
export async function withChromiumOnOneCore<T>(
  options: LaunchOptions,
  use: (browser: Browser) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'doha-one-core-'));
  const executablePath = join(folder, 'chromium');
  writeFileSync(executablePath, `#!/bin/sh\nexec ${onOneCore.join(' ')} '${options.executablePath}' "$@"\n`);
  chmodSync(executablePath, 0o755);
  try {
    return await withChromium({ ...options, executablePath }, use);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function canPin(): boolean {
  const [command, ...args] = onOneCore;
  return spawnSync(command!, [...args, 'true']).status === 0;
}
