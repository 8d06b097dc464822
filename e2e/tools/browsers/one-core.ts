import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

// Threads that take turns, as in a round trip, gain nothing from a second core; and where cores are virtual, how long it takes to wake one
// that sleeps depends on where the system has put each thread: three times as long or not, for the whole run of a process. On one core
// what is left is what the threads do.

/** The words before a command that keep it, and what it starts, on one core. */
export const onOneCore: readonly string[] = ['taskset', '-c', String(availableParallelism() - 1)];

/** Whether programs can be kept on one core here: on Linux, by `taskset`. */
export const hasOneCore: boolean = canPin();

/** Lets `use` have a Chromium whose processes are all on one core. */
export async function withChromiumOnOneCore<T>(
  options: LaunchOptions,
  use: (browser: Browser) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'doha-one-core-'));
  const executablePath = join(folder, 'chromium');
  writeFileSync(executablePath, `#!/bin/sh\nexec ${onOneCore.join(' ')} '${options.executablePath}' "$@"\n`);
  chmodSync(executablePath, 0o755);
  try {
    const browser = await chromium.launch({ ...options, executablePath });
    const used = await use(browser);
    await browser.close();
    return used;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function canPin(): boolean {
  const [command, ...args] = onOneCore;
  return spawnSync(command!, [...args, 'true']).status === 0;
}
