/** A cell of a map. */
export interface MapCell {
  readonly column: number;
  readonly row: number;
}

/** The effect of a key on the map. `from` is the cell before the key, and `to` the one after it. */
export type MapCommand =
  | { readonly type: 'move'; readonly from: MapCell; readonly to: MapCell; readonly draws: boolean }
  | { readonly type: 'act'; readonly at: MapCell }
  | { readonly type: 'clear'; readonly at: MapCell }
  | { readonly type: 'cancel' };

const steps: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
  PageUp: [0, -Infinity],
  PageDown: [0, Infinity],
};

/** The cursor of the keyboard on the map. */
export class MapCursor {
  /** Whether the cursor is drawn: from the first key on the map until a pointer is used. */
  isShown = false;
  #at: MapCell = { column: 1, row: 1 };

  get at(): MapCell {
    return this.#at;
  }

  /** Moves the cursor to a cell, or to the closest one on a map of this size. */
  place({ column, row }: MapCell, columns: number, rows: number): void {
    this.#at = { column: within(column, columns), row: within(row, rows) };
  }

  /** Moves the cursor if the key does so. Returns the command of the key; undefined for other keys. */
  press(key: string, isShifted: boolean, columns: number, rows: number): MapCommand | undefined {
    const command = this.#commandOf(key, isShifted, columns, rows);
    if (command !== undefined) this.isShown = true;
    return command;
  }

  #commandOf(key: string, isShifted: boolean, columns: number, rows: number): MapCommand | undefined {
    const from = this.#at;
    if (key === ' ' || key === 'Enter') return { type: 'act', at: from };
    if (key === 'Delete' || key === 'Backspace') return { type: 'clear', at: from };
    if (key === 'Escape') return { type: 'cancel' };
    const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
    if (step === undefined) return undefined;
    this.place({ column: from.column + step[0], row: from.row + step[1] }, columns, rows);
    return { type: 'move', from, to: this.#at, draws: isShifted };
  }
}

function within(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at));
}
