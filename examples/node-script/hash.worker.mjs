import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { expose } from '@doha/multiproc/worker';

const part = Buffer.alloc(2 ** 20);

export const hasher = expose({
  /**
   * SHA-256 of a file. It is a generator, so that other files get turns between its parts.
   *
   * @param {string} path
   * @returns {Generator<void, string>}
   */
  *hash(path) {
    const file = openSync(path, 'r');
    try {
      const hash = createHash('sha256');
      for (let length = readSync(file, part); length > 0; length = readSync(file, part)) {
        hash.update(part.subarray(0, length));
        yield;
      }
      return hash.digest('hex');
    } finally {
      closeSync(file);
    }
  },
});
