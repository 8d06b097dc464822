import { type ESTree, parseSync } from 'vite';

/**
 * The statements of a TypeScript or JavaScript module whose text begins with one of `beginnings`, with the comments before them. A statement of the
 * module, a member of one of its classes, or a statement of one of its functions is found. The code cannot become outdated unnoticed, because a beginning
 * that no statement has is an error.
 *
 * @throws Error if no statement, or more than one, begins with one of `beginnings`.
 */
export function essentialLines(file: string, text: string, beginnings: readonly string[]): string {
  const { errors, program } = parseSync(file, text);
  if (errors[0]) throw new SyntaxError(`Parse ${file}: it must be a module: ${errors[0].message}`);
  const candidates = program.body.flatMap(withInner);
  return beginnings.map((beginning) => statementText(file, text, candidates, beginning)).join('\n\n');
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A statement, the members of its classes, and the statements of its functions. */
function withInner(statement: ESTree.Directive | ESTree.Statement): Span[] {
  const declared =
    statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement;
  if (declared.type === 'ClassDeclaration') return [statement, ...declared.body.body];
  if (declared.type === 'FunctionDeclaration') return [statement, ...(declared.body?.body ?? [])];
  return [statement];
}

function statementText(file: string, text: string, candidates: readonly Span[], beginning: string): string {
  const found = candidates.filter(({ start }) => text.startsWith(beginning, start));
  if (found.length !== 1) {
    throw new Error(
      `Show ${file}: one statement must begin with ${JSON.stringify(beginning)}, got ${found.length}`,
    );
  }
  const { end, start } = found[0]!;
  const lines = text.slice(0, start).split('\n');
  const indent = lines.pop()!.length;
  const comment: string[] = [];
  while (/^\s*(\/\/|\/\*\*|\*)/.test(lines.at(-1) ?? '')) comment.unshift(lines.pop()!);
  return [...comment, ' '.repeat(indent) + text.slice(start, end)]
    .join('\n')
    .split('\n')
    .map((line) => line.slice(Math.min(indent, /^ */.exec(line)![0].length)))
    .join('\n');
}
