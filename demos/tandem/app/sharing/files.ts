/**
 * Milliseconds until the URL of a saved file is revoked. A browser reads the file some time after
 * the click.
 */
const availability = 60_000;

/** Saves a file whose name is made from the title and `ending`, such as `hand-in-hand.level`. */
export function saveFile(title: string, ending: string, content: string | Uint8Array<ArrayBuffer>): void {
  const name = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['tandem'];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = `${name.join('-')}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), availability);
}

/** Calls `take` with each file that the user opens, even if it is the same one again. */
export function onFile(input: HTMLInputElement, take: (file: File) => void): void {
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.value = '';
    if (file !== undefined) take(file);
  });
}
