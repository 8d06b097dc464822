import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type LaunchOptions, chromium as playwrightChromium } from '@playwright/test';
import { root } from '../repository.mjs';

/** A Chromium that this machine can run, and its launch options. */
export interface Chromium {
  readonly executablePath: string;
  /** The method by which it was found. */
  readonly source: 'CHROMIUM_PATH' | 'playwright' | 'installed' | 'package';
  /** The output of `--version`, such as `Chromium 153.0.8000.0`; `unknown` if there is none. */
  readonly version: string;
  readonly args: readonly string[];
  /** Environment variables of the browser, in addition to the existing ones. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The Chromium of this machine: `CHROMIUM_PATH`, else Playwright's own one, else the one in the npm
 * package `@sparticuz/chromium` (Linux x64), which is unpacked once, else an installed Chrome, Edge
 * or Chromium. The package precedes an installed browser, so that tests and measurements run with
 * the same version everywhere.
 *
 * @throws Error if there is none, or if the first one that was found cannot run. The message says
 * what to do.
 */
export function findChromium(): Chromium {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return { ...installed(chosen), source: 'CHROMIUM_PATH' };

  const own = playwrightChromium.executablePath();
  if (existsSync(own)) return { ...installed(own), source: 'playwright' };

  const path = wellKnownPaths().find((candidate) => existsSync(candidate));
  try {
    return packaged();
  } catch (error) {
    if (path === undefined) throw error;
    return installed(path);
  }
}

/** Launch options of Playwright. */
export function launchOptions(chromium: Chromium): LaunchOptions {
  return {
    executablePath: chromium.executablePath,
    args: [...chromium.args],
    // Playwright replaces the whole environment.
    env: { ...process.env, ...chromium.env },
  };
}

function installed(executablePath: string): Chromium {
  const answer = ask(executablePath, {});
  if (answer.error) {
    throw new Error(
      `Start ${executablePath}: it must be a Chromium that runs on this machine. Its error: ${answer.error}`,
    );
  }
  return { executablePath, source: 'installed', version: answer.version, args: [], env: {} };
}

function wellKnownPaths(): string[] {
  if (process.platform === 'darwin')
    return applications.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  if (process.platform !== 'win32') return linuxPaths;
  const roots = ['LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'].flatMap(
    (name) => process.env[name] ?? [],
  );
  return windowsPaths.flatMap((path) => roots.map((folder) => join(folder, path)));
}

const applications = ['Google Chrome', 'Microsoft Edge', 'Chromium'];
const windowsPaths = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
const linuxPaths = [
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
];

interface Answer {
  readonly version: string;
  readonly error?: string;
}

function ask(executablePath: string, env: Readonly<Record<string, string>>): Answer {
  // Chrome on Windows opens a window instead of printing its version.
  if (process.platform === 'win32')
    return existsSync(executablePath) ? { version: 'unknown' } : { version: '', error: 'no such file' };
  const child = spawnSync(executablePath, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  });
  if (child.status === 0) return { version: child.stdout.trim() || 'unknown' };
  return { version: '', error: child.error?.message ?? child.stderr.trim() };
}

/**
 * Name of the package's archive with the shared libraries that its Chromium needs. A minimal Linux
 * does not have them.
 */
const libraries = 'al2023';

function packaged(): Chromium {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `Find a Chromium: this machine (${process.platform} ${process.arch}) has none installed. ` +
        'Install Chrome or Chromium, or set CHROMIUM_PATH to its executable.',
    );
  }
  const folder = unpack();
  const executablePath = join(folder, 'chromium');
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const withLibraries = { ...fonts, LD_LIBRARY_PATH: libraryPath(folder) };

  for (const env of [fonts, withLibraries]) {
    const { version, error } = ask(executablePath, env);
    if (!error) return { executablePath, source: 'package', version, args: softwareGraphics, env };
  }
  const { error } = ask(executablePath, withLibraries);
  throw new Error(
    `Start the Chromium of @sparticuz/chromium: the machine must have its libraries. Its error: ${error}`,
  );
}

// The package includes SwiftShader for machines without a GPU. Chromium uses it for WebGL only with these flags.
const softwareGraphics = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

function libraryPath(folder: string): string {
  const own = join(folder, libraries, 'lib');
  const inherited = process.env['LD_LIBRARY_PATH'];
  return inherited ? `${own}:${inherited}` : own;
}

/** Unpacks the package's archives once per version and returns their folder. */
function unpack(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const bin = join(dirname(entry), '..', 'bin');
  const folder = join(cache, `chromium-${packageVersion(bin)}`);
  if (existsSync(folder)) return folder;

  mkdirSync(cache, { recursive: true });
  const staging = mkdtempSync(join(cache, 'unpacking-'));
  const archives = ['chromium.br', 'swiftshader.tar.br', 'fonts.tar.br', `${libraries}.tar.br`];
  const program = `import { inflate } from ${JSON.stringify(pathToFileURL(entry).href)};
    for (const archive of process.argv.slice(1)) await inflate(archive);`;
  // `inflate` writes into the temporary folder, so it runs in a child process with a folder of its own.
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', program, ...archives.map((archive) => join(bin, archive))],
    { env: { ...process.env, TMPDIR: staging }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  writeFileSync(join(staging, 'fonts.conf'), fontConfiguration);
  publish(staging, folder);
  return folder;
}

// The package's own configuration names the font folders of a cloud function, which do not exist here.
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Moves the complete folder in one step, so that no other process sees an incomplete browser. */
function publish(staging: string, folder: string): void {
  try {
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(staging, { recursive: true, force: true });
  }
}

function packageVersion(bin: string): string {
  const manifest = createRequire(import.meta.url)(join(bin, '..', 'package.json')) as { version: string };
  return manifest.version;
}

const cache = `${root}node_modules/.cache`;
