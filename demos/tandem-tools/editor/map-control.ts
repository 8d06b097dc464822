import { element } from '../../lib/element.ts';
import type { Draft, Piece } from './draft.ts';
import { type MapCell, type MapCommand, MapCursor } from './map-cursor.ts';
import type { Placing } from './map-painter.ts';
import { PaletteView } from './palette-view.ts';
import { pieceName } from './piece-name.ts';
import { SignForm } from './sign-form.ts';

const keysText = 'Arrow keys move, Space uses the tool, Shift and arrow keys draw, Delete clears.';

/** The editor, as the control of its map uses it. */
export interface MapEditor {
  readonly draft: () => Draft;
  readonly placing: () => Placing;
  /** Whether the level is being tried out, so that its map is not shown. */
  readonly isTesting: () => boolean;
  /** To be called after each change of the draft. */
  readonly changed: () => void;
  /** Draws the map again. */
  readonly show: () => void;
  /** Shows a text, or the message of an Error. */
  readonly report: (message: unknown) => void;
}

/** Edits the map by pointer and by keyboard, with the tool that is chosen in the palette. */
export class MapControl {
  readonly cursor = new MapCursor();
  #editor: MapEditor;
  #canvas: HTMLCanvasElement;
  #palette = new PaletteView(element('palette', HTMLElement), () => this.#release());
  #sign = new SignForm((at, text) => {
    this.#draft.setMeaning(at.column, at.row, { type: 'sign', text });
    this.#editor.changed();
  });
  #selected: MapCell | undefined;

  constructor(canvas: HTMLCanvasElement, editor: MapEditor) {
    this.#canvas = canvas;
    this.#editor = editor;
    this.#bindMap();
  }

  /** The cell that the pointer or the keyboard has selected, to be moved or linked. */
  get selected(): MapCell | undefined {
    return this.#selected;
  }

  /** Keeps the cursor on the map, whose size may have changed. */
  fit(): void {
    this.cursor.place(this.cursor.at, this.#draft.columns, this.#draft.rows);
  }

  get #draft(): Draft {
    return this.#editor.draft();
  }

  #cellAt(event: PointerEvent): MapCell {
    const { left, top, scale } = this.#editor.placing();
    return {
      column: Math.floor((event.offsetX * devicePixelRatio - left) / scale),
      row: Math.floor((event.offsetY * devicePixelRatio - top) / scale),
    };
  }

  #bindMap(): void {
    const canvas = this.#canvas;
    canvas.addEventListener('pointerdown', (event) => {
      if (this.#editor.isTesting()) return;
      canvas.setPointerCapture(event.pointerId);
      this.#selected = this.#cellAt(event);
      this.cursor.isShown = false;
      this.cursor.place(this.#selected, this.#draft.columns, this.#draft.rows);
      this.#draft.remember();
      this.#use(this.#selected, event.button === 2);
      this.#sign.edit(this.#draft, this.#selected);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.#selected !== undefined && event.buttons > 0)
        this.#use(this.#cellAt(event), event.buttons === 2);
    });
    canvas.addEventListener('pointerup', (event) => {
      const from = this.#selected;
      this.#selected = undefined;
      if (from !== undefined) this.#drop(from, this.#cellAt(event));
    });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('keydown', (event) => this.#pressOnMap(event));
    canvas.addEventListener('focus', () => {
      if (this.#editor.isTesting() || !canvas.matches(':focus-visible')) return;
      this.cursor.isShown = true;
      this.#editor.show();
      this.#editor.report(keysText);
    });
  }

  #pressOnMap(event: KeyboardEvent): void {
    if (this.#editor.isTesting() || event.ctrlKey || event.metaKey || event.altKey) return;
    const { columns, rows } = this.#draft;
    const command = this.cursor.press(event.key, event.shiftKey, columns, rows);
    if (command === undefined) return;
    event.preventDefault();
    this.#execute(command);
    this.#editor.show();
    this.#sign.edit(this.#draft, this.cursor.at);
  }

  #execute(command: MapCommand): void {
    switch (command.type) {
      case 'move':
        if (!command.draws || this.#palette.tool.piece === undefined) return this.#describe(command.to);
        this.#draft.remember();
        for (const cell of [command.from, command.to]) this.#use(cell);
        return;
      case 'act':
        return this.#act(command.at);
      case 'clear':
        this.#draft.remember();
        return this.#put(command.at, ' ');
      case 'cancel':
        this.#release();
        return this.#describe(this.cursor.at);
    }
  }

  // A tool that places nothing needs two cells: the first press selects one, and the second press moves or links it.
  #act(at: MapCell): void {
    const from = this.#selected;
    if (this.#palette.tool.piece === undefined && from === undefined) {
      this.#selected = at;
      const act = this.#palette.tool.name === 'link' ? 'link it to' : 'move it to';
      this.#editor.report(
        `Selected: ${this.#nameOf(at)}. Go to the cell to ${act} and press Space, or press Escape to cancel.`,
      );
      return;
    }
    this.#selected = undefined;
    this.#draft.remember();
    if (from === undefined) this.#use(at);
    else this.#drop(from, at);
  }

  #describe(at: MapCell): void {
    const act =
      this.#palette.tool.name === 'link' ? 'links it to the selected cell' : 'moves the selected piece here';
    const hint = this.#selected === undefined ? '' : ` Space ${act}.`;
    this.#editor.report(`${positionText(at)}: ${this.#nameOf(at)}.${hint}`);
  }

  #nameOf({ column, row }: MapCell): string {
    return pieceName(this.#draft, column, row);
  }

  /** Forgets the selected cell. */
  #release(): void {
    this.#selected = undefined;
    this.#editor.show();
  }

  /** Places the piece of the chosen tool in a cell, or clears the cell. */
  #use(at: MapCell, clears = false): void {
    try {
      const piece = this.#palette.pieceFor(this.#draft);
      if (piece !== undefined) this.#put(at, clears ? ' ' : piece);
    } catch (error) {
      this.#editor.report(error);
    }
  }

  #put({ column, row }: MapCell, piece: Piece): void {
    try {
      this.#draft.put(column, row, piece);
      this.#editor.changed();
    } catch (error) {
      this.#editor.report(error);
    }
  }

  #drop(from: MapCell, to: MapCell): void {
    if (from.column === to.column && from.row === to.row) return;
    const { name } = this.#palette.tool;
    if (name === 'move') this.#draft.move(from.column, from.row, to.column, to.row);
    const isLinked = name !== 'link' || this.#link(from, to);
    this.#editor.changed();
    if (!isLinked) this.#editor.report('A link leads from a plate or switch to a door.');
  }

  // Links a button and a door, in either order.
  #link(from: MapCell, to: MapCell): boolean {
    return (
      this.#draft.link(from.column, from.row, to.column, to.row) ||
      this.#draft.link(to.column, to.row, from.column, from.row)
    );
  }
}

/** The position of a cell for the user, from 1. */
export function positionText({ column, row }: MapCell): string {
  return `Row ${row + 1}, column ${column + 1}`;
}
