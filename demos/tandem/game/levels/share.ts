import { fromAddress, toAddress } from '../replay/address.ts';
import { squeeze } from '../replay/squeeze.ts';

const prefix = '#level=';

/** The part of an address that holds a level, from `#` on. */
export async function levelToAddress(source: string): Promise<string> {
  const bytes = await squeeze(new TextEncoder().encode(source), new CompressionStream('deflate-raw'));
  return prefix + toAddress(bytes);
}

/** The level in an address, or undefined if there is none. Rejects with a RangeError or TypeError where it makes no sense. */
export async function levelFromAddress(hash: string): Promise<string | undefined> {
  if (!hash.startsWith(prefix)) return undefined;
  const bytes = fromAddress(hash.slice(prefix.length));
  return new TextDecoder().decode(await squeeze(bytes, new DecompressionStream('deflate-raw')));
}
