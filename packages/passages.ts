import { type ESTree, parseSync, Visitor } from 'vite';
import type { SourceFile } from './layer-violations.ts';

/** A piece of prose: a comment, the title of a test, or a paragraph. */
export interface Passage {
  /** Number of its first line, from 1. */
  readonly line: number;
  /** Its lines. Markup, code, addresses and quotations in them are blank. */
  readonly text: string;
}

/** The prose of a module, a Markdown page or a web page. */
export function passagesOf({ path, text }: SourceFile): Passage[] {
  if (path.endsWith('.md')) return paragraphsOf(blank(text, inMarkdown));
  if (path.endsWith('.html')) return paragraphsOf(blank(text, inPages));
  return paragraphsOf(blank(proseOf(path, text), inAll));
}

const inAll = [
  /`[^`\n]*`/g, // code
  /\{@\w+[^}]*\}/g, // links of TSDoc
  /\w+:\/\/[^\s)]*/g, // addresses
  /"[^"\n]*"|“[^”]*”/g, // quotations
];
const inMarkdown = [
  /<!-- (?:results|diff): [\s\S]*?<!-- end of \w+ -->/g, // written by `npm run docs`
  /<!--[\s\S]*?-->/g,
  /^( *)```[\s\S]*?^\1```/gm,
  /^ *\|.*$/gm, // tables
  /\]\([^)]*\)/g, // targets of links
  /_[A-Z][^_]*_ \([^)]*\)/g, // titles of papers
  ...inAll,
];
const inPages = [/<(script|style|svg)\b[\s\S]*?<\/\1>/g, /<!--[\s\S]*?-->/g, /<[^>]*>/g, ...inAll];

/**
 * The text of a module in which everything but comments and titles of tests is blank. A comment
 * that follows code begins a new paragraph.
 */
function proseOf(path: string, text: string): string {
  const module = parseSync(path, text); // `program` is read only for tests, because this getter takes longer than the parser.
  const titles = /\.(test|spec)\.ts$/.test(path) ? titlesIn(module.program) : [];
  const isTitle = new Set(titles);

  let end = 0;
  let prose = '';
  for (const span of [...module.comments, ...titles].toSorted((a, b) => a.start - b.start)) {
    const code = text.slice(end, span.start);
    const words = text.slice(span.start, span.end);
    prose += blank(code, [/.+/g]) + (code.trim() === '' ? '' : '\f');
    prose += isTitle.has(span)
      ? ` ${words.slice(1, 2).toUpperCase()}${words.slice(2, -1)}\f`
      : wordsOf(words);
    end = span.end;
  }
  return prose;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function titlesIn(program: ESTree.Program): Span[] {
  const titles: Span[] = [];
  new Visitor({
    CallExpression: ({ arguments: [title], callee }) => {
      if (title?.type === 'Literal' && isOfTest(callee)) titles.push(title);
    },
  }).visit(program);
  return titles;
}

/** Whether the called function is `test`, `test.skip`, `test.each(rows)` and so on. */
function isOfTest(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return /^(test|it|describe)$/.test(callee.name);
  if (callee.type === 'MemberExpression') return isOfTest(callee.object);
  return callee.type === 'CallExpression' && isOfTest(callee.callee);
}

/**
 * A comment without its slashes and stars. A block comment is a paragraph of its own. Successive
 * line comments are one paragraph.
 */
function wordsOf(comment: string): string {
  if (comment.startsWith('//')) return comment.slice(2);
  return `\f${comment.slice(2, -2).replace(/^ *\*/gm, ' ')}\f`;
}

/** Splits at blank lines, form feeds, headings and items of lists. */
function paragraphsOf(text: string): Passage[] {
  const passages: Passage[] = [];
  let line = 1;
  for (const part of text.split(/(\f|\n(?=\s*\n|\s*(?:[-*#>]|\d+\.) ))/)) {
    if (part.trim() !== '')
      passages.push({ line: line + newlinesIn(/^\s*/.exec(part)![0]), text: part.trim() });
    line += newlinesIn(part);
  }
  return passages;
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}

function blank(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce(
    (rest, pattern) =>
      rest.replace(pattern, (found) => found.replace(/[^\n]+/g, (line) => ' '.repeat(line.length))),
    text,
  );
}
