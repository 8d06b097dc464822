/** Characters that change the state of a terminal, or the order of a text: control characters, separators of lines, and the controls of text direction. */
const controls = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Returns a text as one line for a terminal. Names in files may contain anything. */
export function printable(text: string): string {
  return text.replaceAll(controls, ' ');
}

/** Returns a value as JSON that a terminal can print. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  return json.replaceAll(controls, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
