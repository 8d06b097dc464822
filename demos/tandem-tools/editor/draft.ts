import {
  fixedCharacters,
  type LevelText,
  type Meaning,
  readLevelText,
} from '../../tandem/game/levels/level-text.ts';
import { writeLevelText } from '../../tandem/game/levels/write-level-text.ts';

/** What can be put into a cell: a character that every map knows, or something that the legend explains. */
export type Piece = string | Meaning;

const alphabet = Array.from(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ3456789αβγδεζηθικλμνξπρστυφχψω',
);
/** Characters of which a map has one: putting it somewhere takes it from where it was. */
const single = '12!';
const mostUndone = 200;

/** A level that is being made: its text, and what can be done to it. */
export class Draft {
  #rows: string[][];
  #legend: Map<string, Meaning>;
  title: string;
  idea: string;
  par: number;
  #undo: string[] = [];
  #redo: string[] = [];

  /** Throws a LevelError where the text makes no sense. */
  constructor(text: string) {
    const read = readLevelText(text);
    this.title = read.title;
    this.idea = read.idea;
    this.par = read.par;
    this.#rows = read.rows.map((row) => Array.from(row));
    this.#legend = new Map(read.legend);
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

  /** The character at a cell; a space outside the map. */
  at(column: number, row: number): string {
    return this.#rows[row]?.[column] ?? ' ';
  }

  /** What the character at a cell means, if the legend says it. */
  meaningAt(column: number, row: number): Meaning | undefined {
    return this.#legend.get(this.at(column, row));
  }

  /** To be called before a change, or before the first of those that are undone at once. */
  remember(): void {
    this.#undo.push(this.toText());
    if (this.#undo.length > mostUndone) this.#undo.shift();
    this.#redo = [];
  }

  undo(): boolean {
    return this.#goTo(this.#undo, this.#redo);
  }

  redo(): boolean {
    return this.#goTo(this.#redo, this.#undo);
  }

  /** Puts a piece into a cell of the map. */
  put(column: number, row: number, piece: Piece): void {
    if (this.#rows[row]?.[column] === undefined) return;
    const character = typeof piece === 'string' ? piece : this.#letterFor(column, row, piece);
    if (single.includes(character)) this.#clear(character);
    this.#rows[row][column] = character;
    this.#forgetUnused();
  }

  /** Moves what is in a cell, walls too, to another, and leaves the cell empty. */
  move(fromColumn: number, fromRow: number, column: number, row: number): void {
    const character = this.at(fromColumn, fromRow);
    if (this.#rows[row]?.[column] === undefined || this.#rows[fromRow]?.[fromColumn] === undefined) return;
    this.#rows[fromRow][fromColumn] = ' ';
    this.#rows[row][column] = character;
    this.#forgetUnused();
  }

  /** Lets the button at a cell work the door at another, or no longer. Returns whether there were such. */
  link(column: number, row: number, doorColumn: number, doorRow: number): boolean {
    const letter = this.at(column, row);
    const door = this.at(doorColumn, doorRow);
    const button = this.#legend.get(letter);
    if (button?.what !== 'button' || this.#legend.get(door)?.what !== 'door') return false;
    const isLinked = button.doors.includes(door);
    const doors = isLinked ? button.doors.filter((other) => other !== door) : [...button.doors, door];
    if (doors.length > 0) this.#legend.set(letter, { ...button, doors });
    return true;
  }

  /** Changes what the letter at a cell means. */
  explain(column: number, row: number, meaning: Meaning): void {
    const letter = this.at(column, row);
    if (this.#legend.has(letter)) this.#legend.set(letter, meaning);
  }

  /** Gives the map another size; what lies beyond is lost, what is new is empty. */
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

  /** The same, taken apart. Throws a LevelError where it makes no sense. */
  read(): LevelText {
    return readLevelText(this.toText());
  }

  // Enemies of a kind share a letter; a door that is put beside another is a part of it; each button and each sign has one of its own.
  #letterFor(column: number, row: number, piece: Meaning): string {
    if (piece.what === 'enemy') {
      for (const [letter, other] of this.#legend) {
        if (other.what === 'enemy' && other.kind === piece.kind && other.friend === piece.friend)
          return letter;
      }
    }
    if (piece.what === 'door') {
      for (const [dx, dy] of [
        [0, 0],
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
      ] as const) {
        if (this.meaningAt(column + dx, row + dy)?.what === 'door') return this.at(column + dx, row + dy);
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

  // A button without a door would be an error, so it goes with its last one.
  #forgetUnused(): void {
    const used = new Set(this.#rows.flat());
    for (const letter of this.#legend.keys()) if (!used.has(letter)) this.#legend.delete(letter);
    for (const [letter, meaning] of this.#legend) {
      if (meaning.what !== 'button') continue;
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
    const { title, idea, par, legend, rows } = new Draft(state).read();
    Object.assign(this, { title, idea, par });
    this.#rows = rows.map((row) => Array.from(row));
    this.#legend = new Map(legend);
    return true;
  }
}
