import { readdirSync, readFileSync } from 'node:fs';

/**
 * An entry of a package.
 *
 * @typedef {object} Entry
 * @property {string} name as applications import it, such as `@doha/loop/virtual`
 * @property {string} source its module, relative to the root of the repository
 */

/**
 * The conditions of an export of a package.
 *
 * @typedef {{ readonly '@doha/source': string | { readonly default: string } }} Conditions
 */

const root = new URL('../../', import.meta.url);

/** Entries that can change in any version, because only packages of this repository should import them. */
const forOwnPackages = new Set(['@doha/loop/options', '@doha/loop/post-task']);

/** The public entries of all packages. */
export const entries = readdirSync(new URL('packages/', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap((entry) => entriesOf(entry.name))
  .filter(({ name }) => !forOwnPackages.has(name));

/**
 * @param {string} name of a folder in `packages/`
 * @returns {Entry[]}
 */
function entriesOf(name) {
  const manifest = readFileSync(new URL(`packages/${name}/package.json`, root), 'utf8');
  const { exports } = /** @type {{ exports: Record<string, Conditions> }} */ (JSON.parse(manifest));
  return Object.entries(exports).map(([subpath, { '@doha/source': source }]) => {
    const path = typeof source === 'string' ? source : source.default;
    return {
      name: `@doha/${name}${subpath.slice('.'.length)}`,
      source: `packages/${name}/${path.slice('./'.length)}`,
    };
  });
}
