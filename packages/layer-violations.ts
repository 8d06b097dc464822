import { posix } from 'node:path';
import { type ModuleImport, type ModuleShape, readModule } from './read-module.ts';

/** A file of the repository: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns one sentence for each violation of the rules for imports, names and `index.ts` files.
 * ARCHITECTURE.md has a table of the rules for imports.
 */
export function layerViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [...violationsOfName(file.path), ...violationsOfText(file)]);
}

/** The imports that a package may have: values of some packages, only types of others. */
interface Allowance {
  readonly values: readonly string[];
  readonly types?: readonly string[];
  /** Modules from outside this repository. */
  readonly external?: RegExp;
  /** Globals of the platform that the package must not use, separated by spaces. */
  readonly forbidden?: string;
}

const clockAndPlatform =
  'performance Date setTimeout setInterval queueMicrotask requestAnimationFrame MessageChannel ' +
  'globalThis window document self navigator process Worker';

const packages: Readonly<Record<string, Allowance>> = {
  loop: { values: [] },
  multiproc: { values: ['loop'], external: /^(node:worker_threads|comlink)$/ },
  paceline: { values: ['loop'], external: /^(node:|ws$|koffi$|@colyseus\/ws-transport$)/ },
  adapt: { values: [], types: ['loop', 'multiproc'], forbidden: clockAndPlatform },
  engines: { values: ['loop'], types: ['adapt'], external: /^react$/ },
  monitor: {
    values: ['loop'],
    types: ['multiproc', 'paceline'],
    external: /^node:(fs|inspector|process|util|worker_threads)$/,
  },
};

const bannedName = /^(utils?|helpers?|common|types?|constants?)$/i;

function violationsOfName(path: string): string[] {
  const parts = path.split('/').map((part) => part.split('.')[0] ?? '');
  const banned = parts.find((part) => bannedName.test(part));
  return banned ? [`${path}: no file or folder is called ${banned}; name it after what it holds`] : [];
}

function violationsOfText(file: SourceFile): string[] {
  if (file.path.endsWith('.html')) return violationsOfPage(file);
  const shape = readModule(file.path, file.text);
  return [...violationsOfModule(file, shape), ...violationsOfIndex(file, shape)];
}

function violationsOfPage({ path, text }: SourceFile): string[] {
  const scripts = [...text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)];
  return scripts.flatMap(([, attributes = '', code = '']) => {
    const source = /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1];
    const specifier = source?.replace(/^(?![./]|\w+:)/, './');
    const imports = specifier ? [{ specifier, typeOnly: false }] : readModule(`${path}.js`, code).imports;
    return imports.flatMap((imported) => violationOf(path, imported));
  });
}

function violationsOfModule({ path }: SourceFile, shape: ModuleShape): string[] {
  const forbidden = isTest(path) ? [] : (packages[layerOf(path) ?? '']?.forbidden?.split(' ') ?? []);
  const named = forbidden.filter((name) => shape.names.has(name));
  return [
    ...shape.imports.flatMap((imported) => violationOf(path, imported)),
    ...named.map(
      (name) => `${path}: ${layerOf(path)} has neither clock nor platform and must not use ${name}`,
    ),
  ];
}

/** The greatest number of lines of an index, because it should fit on one screen. */
const maxIndexLines = 60;

function violationsOfIndex({ path, text }: SourceFile, shape: ModuleShape): string[] {
  if (!/(^|\/)index\.[jt]s$/.test(path)) return [];
  if (!/^packages\/[^/]+\/src\/index\.ts$/.test(path)) return [`${path}: only a package's root has an index`];
  const found: string[] = [];
  if (shape.statements.includes('star re-export')) found.push(`${path}: re-export by name, not with a star`);
  if (shape.statements.includes('other')) found.push(`${path}: an index only re-exports`);
  if (text.trimEnd().split('\n').length > maxIndexLines)
    found.push(`${path}: more than ${maxIndexLines} lines`);
  return found;
}

function violationOf(path: string, { specifier, typeOnly }: ModuleImport): string[] {
  const from = layerOf(path);
  if (from === undefined) return [`${path}: belongs to no layer`];
  const reason = violationReason({ path, from, specifier, typeOnly });
  return reason ? [`${path}: must not import ${typeOnly ? 'types of ' : ''}${specifier}: ${reason}`] : [];
}

interface Import extends ModuleImport {
  readonly path: string;
  /** The layer of the importing file. */
  readonly from: string;
}

function violationReason(imported: Import): string | undefined {
  const { specifier } = imported;
  if (specifier.startsWith('.')) return violationReasonOfRelative(imported);
  if (specifier.startsWith('@doha/')) return violationReasonOfPackage(imported);
  return violationReasonOfExternal(imported);
}

function violationReasonOfRelative({ path, from, specifier, typeOnly }: Import): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  const to = layerOf(target);
  if (isTest(target)) return violationReasonOfTest(path, target);
  if (to === 'demos/tandem' && from === to && !typeOnly) return violationReasonOfGame(path, target);
  if (to === from || from === 'packages') return undefined;
  if (to !== undefined && to in packages) return 'another package is imported by its name';
  if (from === 'e2e' && typeOnly) return undefined;
  if ((isDemo(from) || from === 'e2e/pages') && to === 'demos/lib') return undefined;
  if (from === vitePlugins && (typeOnly || to === 'e2e')) return undefined;
  if (isToolOf(from, to)) return undefined;
  if (from === 'demos' && target.startsWith(`${showcase}/`)) return undefined;
  return `${from} must not import from ${to ?? 'files outside the layers'}`;
}

/**
 * The plugins of the demos' development server and build run in Node. One of them starts the emulated
 * network of `e2e`.
 */
const vitePlugins = 'demos/vite-plugins';

/** The part of Tandem that the start page shows. */
const showcase = 'demos/tandem-tools/showcase';

/** The programs that the guide shows. Those that run in Node end with `.node.ts`. */
const samples = 'site/samples';

/** The folders of Tandem. Each imports values only from itself and from folders before it. */
const gameFolders = ['world', 'input', 'sound', 'draw', 'game', 'concurrent', 'versions', 'app'];

function violationReasonOfGame(path: string, target: string): string | undefined {
  if (isTest(path)) return undefined;
  const [from, to] = [path, target].map((file) => file.split('/')[2] ?? '') as [string, string];
  const isBelow = gameFolders.includes(from) && gameFolders.indexOf(from) < gameFolders.indexOf(to);
  return isBelow ? `${to} comes after ${from} in the order of the game's folders` : undefined;
}

/**
 * Tests may import setup files of their own layer and those directly in `packages`. Tests of a
 * demo's tools may also import setup files of the demo.
 */
function violationReasonOfTest(path: string, target: string): string | undefined {
  const isShared = target.endsWith('.test.setup.ts') && (isTest(path) || path.endsWith('.spec.ts'));
  if (!isShared) return 'a test is not imported';
  const [from, to] = [layerOf(path), layerOf(target)];
  if (to === 'packages' || to === from || isToolOf(from, to)) return undefined;
  return 'a setup file may be imported only by tests of its own layer';
}

function violationReasonOfPackage({ path, from, specifier, typeOnly }: Import): string | undefined {
  const to = specifier.split('/')[1] ?? '';
  if (!(to in packages)) return 'there is no such package in the layers';
  if (isDemo(from) || isExample(from) || ['e2e/pages', 'packages', samples, 'starter'].includes(from))
    return undefined;
  if (from === 'e2e') return typeOnly ? undefined : 'e2e imports only types';

  const { values = [], types = [] } = packages[from] ?? {};
  if (values.includes(to) || to === from) return undefined;
  if (!types.includes(to)) return `${from} must not depend on ${to}`;
  return typeOnly || isTest(path) ? undefined : `${from} imports only types of ${to}`;
}

function violationReasonOfExternal({ path, from, specifier }: Import): string | undefined {
  if (['packages', 'e2e', vitePlugins, 'site'].includes(from) || isTest(path)) return undefined;
  if (from in packages) {
    return packages[from]?.external?.test(specifier) ? undefined : `${from} must not depend on this module`;
  }
  if (isExample(from)) return violationReasonOfExample(path, specifier);
  if (from === samples && path.endsWith('.node.ts')) return undefined;
  return specifier.startsWith('node:') ? 'a page runs in a browser' : undefined;
}

/** Engines and frameworks that examples use. */
const engines = /^(bitecs|koota(\/react)?|phaser|pixi\.js|react|react-dom\/client|three)$/;

function violationReasonOfExample(path: string, specifier: string): string | undefined {
  if (engines.test(specifier)) return undefined;
  const isOfNode = specifier.startsWith('node:') || specifier === 'ws';
  if (!isOfNode) return 'an example imports only packages, engines and, in .mjs files, ws and Node modules';
  return path.endsWith('.mjs') ? undefined : 'a page runs in a browser';
}

/**
 * The layer that a file belongs to: a package's name, `demos/<name>`, `examples/<name>`, `site`, `site/samples`, `starter`, `e2e`,
 * `e2e/pages` for the pages and programs under test, or `packages` for the files directly in that
 * folder, such as tests of all packages. Undefined for a path outside the layers.
 */
function layerOf(path: string): string | undefined {
  const [top, second, ...rest] = path.split('/');
  if (second === undefined) return undefined;
  if (top === 'packages') return rest.length === 0 ? 'packages' : second in packages ? second : undefined;
  if (top === 'demos') return rest.length === 0 ? 'demos' : `demos/${second}`;
  if (top === 'examples') return `examples/${rest.length === 0 ? '' : second}`;
  if (top === 'starter') return top;
  if (top === 'site') return second === 'samples' ? samples : 'site';
  if (top === 'e2e') return /\/(pages|programs)\//.test(path) ? 'e2e/pages' : 'e2e';
  return undefined;
}

function isDemo(layer: string): boolean {
  return layer.startsWith('demos');
}

/** Whether `from` is the folder of tools for the demo `to`: `demos/tandem-tools` may import `demos/tandem`, never the reverse. */
function isToolOf(from: string | undefined, to: string | undefined): boolean {
  return from !== undefined && to !== undefined && isDemo(to) && from === `${to}-tools`;
}

function isExample(layer: string): boolean {
  return layer.startsWith('examples/');
}

/** Whether a file is a test, a storm, or the setup of tests. */
export function isTest(path: string): boolean {
  return /\.(test(\.setup)?|storm)\.ts$/.test(path);
}
