import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const generator = fileURLToPath(new URL('../reference-generator/', import.meta.url));

/**
 * Writes the pages of the reference from the types of all packages: one page for each entry of a package. They contain no internal members.
 *
 * @throws Error with the output of typedoc if it fails
 */
export async function writeReference(): Promise<void> {
  const args = ['node_modules/typedoc/bin/typedoc', '--options', 'typedoc.config.mjs'];
  await promisify(execFile)(process.execPath, args, { cwd: generator });
}
