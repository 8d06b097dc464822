const keywords =
  'as|async|await|break|case|class|const|continue|default|do|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|interface|let|new|' +
  'null|of|private|readonly|return|satisfies|static|switch|this|throw|true|try|type|typeof|undefined|void|while|yield';

/** Kinds of tokens, as names of CSS classes, in the order in which they are tried. */
const token = new RegExp(
  [
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\x60(?:\\.|[^\x60\\])*\x60)`,
    String.raw`(?<number>\b\d[\d_.e]*n?\b)`,
    String.raw`(?<keyword>(?<![.#])\b(?:${keywords})\b(?!\s*:))`,
    String.raw`(?<type>\b[A-Z]\w*)`,
    String.raw`(?<call>[\w$#]+(?=\())`,
  ].join('|'),
  'g',
);

/** HTML of TypeScript or JavaScript code. Tokens are in `span` elements, whose classes are the kinds of the tokens. */
export function highlight(code: string): string {
  let html = '';
  let last = 0;
  for (const match of code.matchAll(token)) {
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
    html += `${escapeHtml(code.slice(last, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    last = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(last));
}

/** Replaces the characters that have a meaning in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
