import {
  fixedCharacters,
  type LevelText,
  type Meaning,
  readLevelText,
} from '../../tandem/game/levels/level-text.ts';
import { writeLevelText } from '../../tandem/game/levels/write-level-text.ts';

/** The content of a cell: a character with a fixed meaning, or a meaning for which the legend has a letter. */
export type Piece = string | Meaning;

const alphabet = Array.from(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ3456789αβγδεζηθικλμνξπρστυφχψω',
);
/** Characters that a map has only once. Placing one removes it from its old position. */
const single = '12!';
const maxUndoSteps = 200;

/** The draft of a level, with the operations of the editor. */
export class Draft {
  #rows: string[][];
  #legend: Map<string, Meaning>;
  title: string;
  idea: string;
  par: number;
  #undo: string[] = [];
  #redo: string[] = [];

  /** Throws a LevelError if the text is invalid. */
  constructor(text: string) {
    const { idea, legend, par, rows, title } = readLevelText(text);
    this.title = title;
    this.idea = idea;
    this.par = par;
    this.#rows = rows.map((row) => Array.from(row));
    this.#legend = new Map(legend);
  }

  get columns(): number {
    return this.#rows[0]!.length;
  }

  get rows(): number {
    return this.#rows.length;
  }

  get legend(): ReadonlyMap<string, Meaning> {
    return this.#legend;
  }

  /** The character in a cell; a space outside of the map. */
  at(column: number, row: number): string {
    return this.#rows[row]?.[column] ?? ' ';
  }

  /** The first cell with a character, from top to bottom. */
  find(character: string): { column: number; row: number } | undefined {
    const row = this.#rows.findIndex((cells) => cells.includes(character));
    return row < 0 ? undefined : { column: this.#rows[row]!.indexOf(character), row };
  }

  /** The meaning of the character in a cell, if the legend explains it. */
  meaningAt(column: number, row: number): Meaning | undefined {
    return this.#legend.get(this.at(column, row));
  }

  /** To be called before a change, or before the first of several changes that are undone together. */
  remember(): void {
    this.#undo.push(this.toText());
    if (this.#undo.length > maxUndoSteps) this.#undo.shift();
    this.#redo = [];
  }

  /**
   * Replaces the whole level, as one change that can be undone. Throws a LevelError if the text is
   * invalid; then the draft stays as it is.
   */
  replace(text: string): void {
    const level = new Draft(text);
    this.remember();
    this.#take(level);
  }

  undo(): boolean {
    return this.#goTo(this.#undo, this.#redo);
  }

  redo(): boolean {
    return this.#goTo(this.#redo, this.#undo);
  }

  /** Places a piece in a cell. */
  put(column: number, row: number, piece: Piece): void {
    if (this.#rows[row]?.[column] === undefined) return;
    const character = typeof piece === 'string' ? piece : this.#letterFor(column, row, piece);
    if (single.includes(character)) this.#clear(character);
    this.#rows[row][column] = character;
    this.#forgetUnused();
  }

  /** Moves the content of a cell, also a wall, to another cell. The first cell is then empty. */
  move(fromColumn: number, fromRow: number, column: number, row: number): void {
    const character = this.at(fromColumn, fromRow);
    if (this.#rows[row]?.[column] === undefined || this.#rows[fromRow]?.[fromColumn] === undefined) return;
    this.#rows[fromRow][fromColumn] = ' ';
    this.#rows[row][column] = character;
    this.#forgetUnused();
  }

  /** Links the button and the door in two cells, or unlinks them; the last door of a button stays linked. Returns whether the cells contain a button and a door. */
  link(column: number, row: number, doorColumn: number, doorRow: number): boolean {
    const letter = this.at(column, row);
    const door = this.at(doorColumn, doorRow);
    const button = this.#legend.get(letter);
    if (button?.type !== 'button' || this.#legend.get(door)?.type !== 'door') return false;
    const isLinked = button.doors.includes(door);
    const doors = isLinked ? button.doors.filter((other) => other !== door) : [...button.doors, door];
    if (doors.length > 0) this.#legend.set(letter, { ...button, doors });
    return true;
  }

  /** Changes the meaning of the letter in a cell. */
  setMeaning(column: number, row: number, meaning: Meaning): void {
    const letter = this.at(column, row);
    if (this.#legend.has(letter)) this.#legend.set(letter, meaning);
  }

  /** Changes the size of the map. New cells are empty. */
  resize(columns: number, rows: number): void {
    this.#rows = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (__, column) => this.at(column, row)),
    );
    this.#forgetUnused();
  }

  toText(): string {
    const { title, idea, par } = this;
    const rows = this.#rows.map((row) => row.join(''));
    return writeLevelText({ title, idea, par, rows, legend: this.#legend });
  }

  /** Parses the draft. Throws a LevelError if it is invalid. */
  read(): LevelText {
    return readLevelText(this.toText());
  }

  // Enemies of one kind that spare the same robot share a letter. Adjacent cells of a door share a
  // letter. Each button and each sign has its own letter.
  #letterFor(column: number, row: number, piece: Meaning): string {
    if (piece.type === 'enemy') {
      for (const [letter, other] of this.#legend) {
        if (other.type === 'enemy' && other.kind === piece.kind && other.friend === piece.friend)
          return letter;
      }
    }
    if (piece.type === 'door') {
      for (const [dx, dy] of [
        [0, 0],
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
      ] as const) {
        if (this.meaningAt(column + dx, row + dy)?.type === 'door') return this.at(column + dx, row + dy);
      }
    }
    const letter = alphabet.find((free) => !this.#legend.has(free) && !fixedCharacters.includes(free));
    if (letter === undefined)
      throw new RangeError(`a map may have ${alphabet.length} different letters, got more`);
    this.#legend.set(letter, piece);
    return letter;
  }

  #clear(character: string): void {
    for (const row of this.#rows) {
      for (const [column, other] of row.entries()) if (other === character) row[column] = ' ';
    }
  }

  // A button without doors would be invalid, so it is removed with its last door.
  #forgetUnused(): void {
    const used = new Set(this.#rows.flat());
    for (const letter of this.#legend.keys()) if (!used.has(letter)) this.#legend.delete(letter);
    for (const [letter, meaning] of this.#legend) {
      if (meaning.type !== 'button') continue;
      const doors = meaning.doors.filter((door) => this.#legend.has(door));
      if (doors.length > 0) this.#legend.set(letter, { ...meaning, doors });
      else {
        this.#legend.delete(letter);
        this.#clear(letter);
      }
    }
  }

  #goTo(states: string[], others: string[]): boolean {
    const state = states.pop();
    if (state === undefined) return false;
    others.push(this.toText());
    this.#take(new Draft(state));
    return true;
  }

  #take(level: Draft): void {
    this.title = level.title;
    this.idea = level.idea;
    this.par = level.par;
    this.#rows = level.#rows;
    this.#legend = level.#legend;
  }
}
