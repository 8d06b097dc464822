import type { Bytes } from '../../bytes/bytes.ts';
import { create } from './element.ts';

/** Time in ms after which a browser has begun to read the contents of a download. */
const readingDelay = 10_000;

/** Saves a file in the folder for downloads. */
export function download(name: string, contents: Bytes | string): void {
  const url = URL.createObjectURL(new Blob([contents], { type: 'application/octet-stream' }));
  create('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), readingDelay);
}
