/** The bytes of a table as base64, in the machine's order (little-endian wherever a browser runs). */
export function toBase64(table: ArrayBufferView): string {
  const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
  let text = '';
  // A call takes only so many arguments.
  for (let i = 0; i < bytes.length; i += 0x2000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x2000));
  return btoa(text);
}
