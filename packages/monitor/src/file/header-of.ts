import { mustBe } from '@doha/loop/options';
import type { FileHeader } from './file-format.ts';

/** Returns the header of a file. Throws a TypeError that names `where` if JSON cannot represent the metadata. */
export function headerOf(where: string, header: FileHeader): FileHeader {
  const { metadata } = header;
  let cause: unknown;
  try {
    // Without metadata, or for a function, the result is undefined.
    if (metadata === undefined || JSON.stringify(metadata) !== undefined) return header;
  } catch (error) {
    cause = error;
  }
  throw new TypeError(mustBe(`${where}: metadata`, 'a value that JSON can represent', metadata), { cause });
}
