/** Lets the visitor save a file, named after a title. */
export function saveFile(title: string, ending: string, content: string | Uint8Array<ArrayBuffer>): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
