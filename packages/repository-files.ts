import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The files in a folder of the repository: paths from the root, with forward slashes. Installed, built and hidden files are not among them. */
export function repositoryFiles(folder = ''): string[] {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^(node_modules|dist|\..*)$/.test(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? repositoryFiles(path) : [path];
  });
}
