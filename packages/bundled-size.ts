import { brotliCompressSync } from 'node:zlib';
import { build, defaultClientConditions, type Plugin } from 'vite';

// The tests run in development, pages that ship do not.
const conditions = defaultClientConditions.map((name) =>
  name === 'development|production' ? 'production' : name,
);

/**
 * How many bytes a web page loads for a module: bundled, minified and compressed with Brotli. Packages in `external` it has already.
 *
 * @throws Error where the module does not bundle.
 */
export async function bundledSize(code: string, external: readonly string[] = []): Promise<number> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@doha/source', ...conditions] },
    plugins: [entry(code)],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: entryName, external: [...external], preserveEntrySignatures: 'strict' },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []));
  return chunks.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? compressed(chunk.code) : 0), 0);
}

function compressed(code: string): number {
  return brotliCompressSync(code).length;
}

const entryName = 'virtual:entry';

function entry(code: string): Plugin {
  return {
    name: 'entry',
    resolveId: (id) => (id === entryName ? id : null),
    load: (id) => (id === entryName ? code : null),
  };
}
