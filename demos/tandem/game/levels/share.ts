import { fromAddress, toAddress } from '../replay/address.ts';
import { pipeBytes } from '../replay/pipe-bytes.ts';

const prefix = '#level=';

/** The fragment of an address that contains a level, beginning with `#`. Its compressed format, zlib, has a checksum. */
export async function levelToAddress(source: string): Promise<string> {
  const bytes = await pipeBytes(new TextEncoder().encode(source), new CompressionStream('deflate'));
  return prefix + toAddress(bytes);
}

/** The level in the fragment of an address, or undefined. Rejects with a RangeError or TypeError if the fragment cannot be decoded. The level itself is not checked. */
export async function levelFromAddress(hash: string): Promise<string | undefined> {
  if (!hash.startsWith(prefix)) return undefined;
  const bytes = fromAddress(hash.slice(prefix.length));
  return new TextDecoder().decode(await pipeBytes(bytes, new DecompressionStream('deflate')));
}
