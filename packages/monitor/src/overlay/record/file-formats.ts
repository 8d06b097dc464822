/** The formats in which a recording can be saved: the ending of the file's name, and the text of the button. */
export const fileFormats = {
  doharec: 'Save recording',
  pftrace: 'Save trace',
  json: 'Save for DevTools',
} as const;

export type FileFormat = keyof typeof fileFormats;

/** Returns the name of a file: the title of the overlay in lower case, with hyphens instead of all characters but letters and digits. */
export function fileName(title: string, format: FileFormat): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['recording'];
  return `${words.join('-')}.${format}`;
}
