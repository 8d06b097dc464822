import { type ESTree, parseSync, Visitor } from 'vite';

/** An import of a module. */
export interface ModuleImport {
  /** As written: `./frame.ts`, `@doha/loop`, `node:fs`. */
  readonly specifier: string;
  /** Whether it imports only types, so that nothing of it remains in the JavaScript. */
  readonly typeOnly: boolean;
}

/** The kind of a top-level statement. */
export type Statement = 'named re-export' | 'star re-export' | 'other';

/** The facts about a module that the rules for layers need. */
export interface ModuleShape {
  readonly imports: readonly ModuleImport[];
  readonly statements: readonly Statement[];
  /** The names of the variables that it uses, whether they are its own or the platform's. */
  readonly names: ReadonlySet<string>;
}

/**
 * Parses a TypeScript or JavaScript module.
 *
 * @throws SyntaxError if the text is no such module.
 */
export function readModule(path: string, text: string): ModuleShape {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new SyntaxError(`Parse ${path}: it must be a module: ${errors[0].message}`);

  const imports: ModuleImport[] = [];
  const names = new Set<string>();
  const properties = new Set<object>();
  const add = (source: Text | null | undefined, typeOnly: boolean): void => {
    if (typeof source?.value === 'string') imports.push({ specifier: source.value, typeOnly });
  };

  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source as Text, false),
    TSImportType: (node) => add(node.source, true),
    TSExternalModuleReference: (node) => add(node.expression, false),
    NewExpression: (node) => {
      if (isUrlOfModule(node)) add(node.arguments[0] as Text, false);
    },
    MemberExpression: (node) => {
      if (!node.computed) properties.add(node.property);
    },
    Property: (node) => {
      if (!node.computed && !node.shorthand) properties.add(node.key);
    },
    Identifier: (node) => {
      if (!properties.has(node)) names.add(node.name);
    },
  }).visit(program);

  return { imports, names, statements: program.body.map(statementOf) };
}

/** An expression that may name a module. Only a literal has a `value`. */
interface Text {
  readonly value?: unknown;
}

/**
 * Whether the expression names the module of a worker, as in
 * `new URL('./some.worker.ts', import.meta.url)`.
 */
function isUrlOfModule({ callee, arguments: given }: ESTree.NewExpression): boolean {
  if (callee.type !== 'Identifier' || callee.name !== 'URL' || given.length !== 2) return false;
  return /\.m?[jt]s$/.test(String((given[0] as Text).value));
}

function statementOf(node: { readonly type: string; readonly source?: unknown }): Statement {
  if (node.type === 'ExportAllDeclaration') return 'star re-export';
  return node.type === 'ExportNamedDeclaration' && node.source ? 'named re-export' : 'other';
}
