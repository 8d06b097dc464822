import { existsSync } from 'node:fs';
import { firefox as playwrightFirefox, type LaunchOptions } from '@playwright/test';

/**
 * How to launch the Firefox of this machine: `FIREFOX_PATH`, else Playwright's own, else an installed one. Undefined where there is none.
 */
export function findFirefox(): LaunchOptions | undefined {
  const chosen = process.env['FIREFOX_PATH'];
  const own = playwrightFirefox.executablePath();
  if (!chosen && existsSync(own)) return { executablePath: own };

  const executablePath = chosen || wellKnownPaths.find((path) => existsSync(path));
  // Playwright's own is patched to be driven; others are driven by what they have themselves, which is this channel.
  return executablePath ? { channel: 'moz-firefox', executablePath } : undefined;
}

const wellKnownPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];
