import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { expose } from '@doha/multiproc/worker';

const part = Buffer.alloc(2 ** 20);

export const hasher = expose({
  /**
   * Returns the SHA-256 hash of a file. It is a generator, so that the worker can hash parts of
   * other files between two parts of this one.
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
