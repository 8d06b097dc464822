/** Greatest length of a quoted text, in characters. */
const maxLength = 200;

/** Characters that change how a line of a log is shown: control, format and line-separating characters, and halves of surrogate pairs. */
const special = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Prepares a text of the peer for a log or a message: special characters become escape sequences, and only 200 characters remain. */
export function escaped(text: string): string {
  const cut = text.slice(0, maxLength).replace(special, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`);
  return text.length > maxLength ? `${cut}… (${text.length} characters)` : cut;
}

/** The same in quotation marks; `none` if there is no text. */
export function quoted(text: string | undefined): string {
  return text === undefined ? 'none' : `'${escaped(text)}'`;
}
