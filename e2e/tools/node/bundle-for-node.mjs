import { join } from 'node:path';
import { build } from 'esbuild';

/** Packages that are not bundled. Node finds them in `node_modules`. */
const external = [
  'ws',
  'koffi',
  'express',
  'socket.io',
  'socket.io-client',
  '@colyseus/*',
  '@y/websocket-server',
  'aedes',
  'graphql',
  'graphql-ws',
  'rpc-websockets',
];

/**
 * Bundles modules for Node with everything they import, except `external`. Packages of this repository are built from their sources.
 *
 * @template {string} Name
 * @param {string} folder the folder of the bundles; within the repository, so that they find `node_modules`
 * @param {Readonly<Record<Name, string>>} modules paths of the modules by the names of their bundles
 * @param {{ readonly minify?: boolean, readonly sourcemap?: boolean }} [options]
 * @returns {Promise<Readonly<Record<Name, string>>>} paths of the bundles
 */
export async function bundleForNode(folder, modules, { minify = false, sourcemap = false } = {}) {
  await build({
    entryPoints: modules,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify,
    sourcemap: sourcemap && 'inline',
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    external,
  });
  const paths = Object.keys(modules).map((name) => [name, join(folder, `${name}.mjs`)]);
  return /** @type {Record<Name, string>} */ (Object.fromEntries(paths));
}
