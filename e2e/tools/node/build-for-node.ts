import { join } from 'node:path';
import { build, defaultServerConditions } from 'vite';

export interface NodeBuildOptions {
  /** Name of the folder in the cache. */
  readonly name: string;
  /** Modules by their names in the build, as paths from the root. */
  readonly input: Readonly<Record<string, string>>;
  /** Packages that are not bundled, because they need other files of their folder. */
  readonly external?: string[];
  /** Constants that replace expressions, such as `process.env.NODE_ENV`. */
  readonly define?: Readonly<Record<string, string>>;
  /** The working tree of the repository. */
  readonly root: string;
}

/** Builds and minifies modules for Node from the sources of the packages. Resolves to the folder of the build. */
export async function buildForNode({
  name,
  input,
  external = [],
  define = {},
  root,
}: NodeBuildOptions): Promise<string> {
  const outDir = join(root, 'node_modules/.cache', name);
  await build({
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'error',
    define,
    ssr: {
      noExternal: true,
      external,
      resolve: { conditions: ['@doha/source', ...defaultServerConditions] },
    },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: true,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return outDir;
}
