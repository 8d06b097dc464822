import { build } from 'esbuild';

/**
 * Bundles programs of `e2e/tests/interop/NAME/programs` for runtimes such as Node, from the sources of the packages.
 * @param {string} root
 * @param {string} name of the folder
 * @param {readonly string[]} programs
 * @returns {Promise<string>} the folder that has them, as `PROGRAM.mjs`
 */
export async function bundlePrograms(root, name, programs) {
  const folder = `${root}node_modules/.cache/${name}`;
  await build({
    entryPoints: programs.map((program) => `${root}e2e/tests/interop/${name}/programs/${program}.ts`),
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    external: ['ws', 'koffi'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  return folder;
}
