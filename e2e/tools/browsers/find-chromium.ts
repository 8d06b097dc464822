import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type LaunchOptions, chromium as playwrightChromium } from '@playwright/test';
import { root } from '../repository.mjs';

/** A Chromium that this machine can run, and how to launch it. */
export interface Chromium {
  readonly executablePath: string;
  /** Where it was found. */
  readonly source: 'CHROMIUM_PATH' | 'playwright' | 'installed' | 'package';
  /** What the browser says of itself, such as `Chromium 153.0.8000.0`; `unknown` where it does not say. */
  readonly version: string;
  readonly args: readonly string[];
  /** Variables to set in the browser's environment, over the ones that are there. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The Chromium of this machine: `CHROMIUM_PATH`, else Playwright's own, else an installed Chrome, Edge or Chromium,
 * else the one inside the npm package `@sparticuz/chromium`, unpacked once (Linux x64).
 *
 * @throws Error where none of them can run, saying what to do.
 */
export function findChromium(): Chromium {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return { ...installed(chosen), source: 'CHROMIUM_PATH' };

  const own = playwrightChromium.executablePath();
  if (existsSync(own)) return { ...installed(own), source: 'playwright' };

  const path = wellKnownPaths().find((candidate) => existsSync(candidate));
  if (path) return installed(path);

  return packaged();
}

/** The launch options that Playwright wants. */
export function launchOptions(chromium: Chromium): LaunchOptions {
  return {
    executablePath: chromium.executablePath,
    args: [...chromium.args],
    // Playwright replaces the environment by the one given.
    env: { ...process.env, ...chromium.env },
  };
}

function installed(executablePath: string): Chromium {
  const answer = ask(executablePath, {});
  if (answer.error) {
    throw new Error(
      `Start ${executablePath}: it must be a Chromium that runs here, and it says: ${answer.error}`,
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

/** Shared libraries that the packaged Chromium needs and a minimal Linux lacks; the archive is the package's own. */
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
    `Start the Chromium of @sparticuz/chromium: the machine must have its libraries, and it says: ${error}`,
  );
}

// The package brings SwiftShader for machines without a GPU; Chromium asks for consent before it draws WebGL with it.
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
  // `inflate` writes into the temporary folder, so a child gets one of its own.
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', program, ...archives.map((archive) => join(bin, archive))],
    { env: { ...process.env, TMPDIR: staging }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  writeFileSync(join(staging, 'fonts.conf'), fontConfiguration);
  publish(staging, folder);
  return folder;
}

// The package's own configuration looks for the fonts in the folders of a cloud function.
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Moving the folder in one step keeps a second process from seeing half a browser. */
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
