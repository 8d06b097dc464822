import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../../tools/node/run-tool.ts';

/** Compilers of the oldest and the newest supported version of TypeScript, which are dependencies of this repository. */
const own: ReadonlyMap<string, string> = new Map([
  ['5.4', 'oldest-typescript/node_modules/typescript/bin/tsc'],
  ['7', 'typescript/bin/tsc'],
]);

/** The oldest and the newest supported version of TypeScript. */
export const oldestAndNewest: readonly string[] = [...own.keys()];

/** Supported versions between the oldest and the newest one. */
export const intermediateVersions: readonly string[] = ['5.5.4', '5.6.3', '5.7.3', '5.8.3', '5.9.3', '6.0.3'];

/** Path of the compiler of a version. `folder`: the folder of {@link installCompilers}. */
export function compilerOf(version: string, folder: string): string {
  return own.get(version) ?? join(folder, 'node_modules', aliasOf(version), 'bin/tsc');
}

/** Installs the compilers of the versions in {@link intermediateVersions} from npm into a new folder. */
export function installCompilers(folder: string): void {
  mkdirSync(folder);
  const packages = intermediateVersions.map((version) => `${aliasOf(version)}@npm:typescript@${version}`);
  runNpm(['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages], folder);
}

function aliasOf(version: string): string {
  return `typescript-${version}`;
}
