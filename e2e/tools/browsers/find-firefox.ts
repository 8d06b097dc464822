import { existsSync } from 'node:fs';
import { firefox as playwrightFirefox, type LaunchOptions } from '@playwright/test';

/**
 * Launch options of the Firefox of this machine: `FIREFOX_PATH`, else Playwright's own one, else an installed one. Undefined if there is
 * none.
 */
export function findFirefox(): LaunchOptions | undefined {
  const chosen = process.env['FIREFOX_PATH'];
  const own = playwrightFirefox.executablePath();
  if (!chosen && existsSync(own)) return { executablePath: own };

  const executablePath = chosen || wellKnownPaths.find((path) => existsSync(path));
  // Playwright's own Firefox is patched for remote control. Other builds use the standard protocol, which this channel selects.
  return executablePath ? { channel: 'moz-firefox', executablePath } : undefined;
}

const wellKnownPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];
