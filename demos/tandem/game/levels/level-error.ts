/** An error in the text of a level, with its position. */
export class LevelError extends Error {
  /** From 1. Columns count characters; column 0 is the whole line. */
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, problem: string) {
    super(`line ${line}${column > 0 ? `, column ${column}` : ''}: ${problem}`);
    this.name = 'LevelError';
    this.line = line;
    this.column = column;
  }
}
