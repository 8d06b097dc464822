import { relative, sep } from 'node:path';
import { transform } from 'esbuild';
import { bundledChunks, compressedSize } from '../../tools/node/bundled-size.ts';
import { root } from '../../tools/repository.mjs';

const packages = `${root}packages/`;

/**
 * Bytes that each source file of the packages adds to a web page that loads a module: the result of `bundledSize`, divided in proportion to the
 * minified code of the files. The keys are paths such as `loop/src/frame/frame.ts`.
 *
 * @throws Error if the module cannot be bundled.
 */
export async function bundledParts(code: string): Promise<ReadonlyMap<string, number>> {
  const chunks = await bundledChunks(code);
  const lengths = new Map<string, number>();
  for (const [path, module] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    if (!path.startsWith(packages) || module.code === null) continue;
    const { code: minified } = await transform(module.code, { minify: true });
    lengths.set(relative(packages, path).split(sep).join('/'), minified.length);
  }
  const length = [...lengths.values()].reduce((sum, one) => sum + one, 0);
  const size = compressedSize(chunks.map((chunk) => chunk.code));
  return new Map([...lengths].map(([file, one]) => [file, (one / length) * size]));
}
