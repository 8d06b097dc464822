/** Encodes the bytes of a table as base64, in the byte order of the machine (little-endian wherever a browser runs). */
export function toBase64(table: ArrayBufferView): string {
  const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
  let text = '';
  // The number of arguments of a call is limited.
  for (let i = 0; i < bytes.length; i += 0x2000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x2000));
  return btoa(text);
}
