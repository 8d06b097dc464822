/** What is wrong with a level's text, and where. */
export class LevelError extends Error {
  /** From 1; columns count characters. Column 0: the line as a whole. */
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, problem: string) {
    super(`line ${line}${column > 0 ? `, column ${column}` : ''}: ${problem}`);
    this.name = 'LevelError';
    this.line = line;
    this.column = column;
  }
}
