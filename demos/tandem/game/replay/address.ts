/** Encodes bytes for an address (base64url). */
export function toAddress(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCodePoint(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes {@link toAddress}. Throws a RangeError if the text is invalid. */
export function fromAddress(address: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(address.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (character) => character.codePointAt(0)!);
  } catch {
    throw new RangeError(`the address must contain base64url, got ${address.slice(0, 20)}…`);
  }
}
