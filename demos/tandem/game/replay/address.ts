/** Bytes as text that can stand in an address. */
export function toAddress(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCodePoint(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Throws a RangeError where the text is not what {@link toAddress} makes. */
export function fromAddress(address: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(address.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (character) => character.codePointAt(0)!);
  } catch {
    throw new RangeError(`the address must hold base64 of an URL, got ${address.slice(0, 20)}…`);
  }
}
