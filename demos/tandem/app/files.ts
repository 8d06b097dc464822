/** Milliseconds for which a browser may take its time to read what is saved. */
const patience = 60_000;

/** Lets the visitor save a file, named after a title. */
export function saveFile(title: string, ending: string, content: string | Uint8Array<ArrayBuffer>): void {
  const name = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['tandem'];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = `${name.join('-')}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), patience);
}

/** Calls `take` with each file that the visitor opens by an input, the same one again included. */
export function onFile(input: HTMLInputElement, take: (file: File) => void): void {
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.value = '';
    if (file !== undefined) take(file);
  });
}
