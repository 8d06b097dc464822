import { brotliCompressSync } from 'node:zlib';
import { build, defaultClientConditions, type Plugin, type Rolldown } from 'vite';

// In tests Vite would choose the condition `development`. Pages in production use `production`.
const conditions = defaultClientConditions.map((name) =>
  name === 'development|production' ? 'production' : name,
);

/**
 * Bytes that a web page loads for a module: bundled, minified and compressed with Brotli, without the packages in `external`.
 *
 * @throws Error if the module cannot be bundled.
 */
export async function bundledSize(code: string, external: readonly string[] = []): Promise<number> {
  return compressedSize(await bundled(code, external));
}

/** Bytes of all chunks, each compressed with Brotli. */
export function compressedSize(chunks: readonly string[]): number {
  return chunks.reduce((sum, chunk) => sum + brotliCompressSync(chunk).length, 0);
}

/** The minified code of each chunk that a web page loads for a module. */
export async function bundled(code: string, external: readonly string[] = []): Promise<string[]> {
  return (await bundledChunks(code, external)).map((chunk) => chunk.code);
}

/** The chunks that a web page loads for a module. */
export async function bundledChunks(
  code: string,
  external: readonly string[] = [],
): Promise<Rolldown.OutputChunk[]> {
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
  return chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));
}

const entryName = 'virtual:entry';

function entry(code: string): Plugin {
  return {
    name: 'entry',
    resolveId: (id) => (id === entryName ? id : null),
    load: (id) => (id === entryName ? code : null),
  };
}
