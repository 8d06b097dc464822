import { parseSummary } from './parse-summary.ts';
import type { Summary } from './summary.ts';

const prefix = '#results=';
/** The first character is the version of the format. */
const version = '1';
const longestLink = 20_000;
const longestText = 200_000;

/** The hash of a URL that shows these results: version, then JSON, compressed and in base64url. */
export async function linkTo(summary: Summary): Promise<string> {
  const json = new Blob([JSON.stringify(summary)]).stream();
  const packed = json.pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return prefix + version + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Reads the hash of a URL. Returns undefined if it has no results.
 *
 * @throws Error if the results are damaged or in an unknown version. The message is for users.
 */
export async function readLink(hash: string): Promise<Summary | undefined> {
  if (!hash.startsWith(prefix)) return undefined;
  const text = hash.slice(prefix.length);
  if (text.length > longestLink) throw new Error('The link is too long for results.');
  if (!text.startsWith(version))
    throw new Error('The link is from another version of this page, or it is damaged.');
  try {
    return parseSummary(JSON.parse(await unpack(text.slice(version.length))));
  } catch (error) {
    throw new Error('The link is damaged. Maybe a part of it is missing.', { cause: error });
  }
}

async function unpack(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let json = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return json + decoder.decode();
    json += decoder.decode(value, { stream: true });
    if (json.length > longestText) {
      void reader.cancel();
      throw new RangeError(`Read a link: the results must have at most ${longestText} characters`);
    }
  }
}
