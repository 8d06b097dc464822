import type { Draft, Piece } from './draft.ts';
import { type Tool, tools } from './palette.ts';

const titles: Readonly<Record<Tool['group'], string>> = {
  do: 'Tools',
  walls: 'Walls',
  things: 'Things',
  enemies: 'Enemies',
};

/** The palette of the editor: the choice of a tool, and of the robot that new enemies spare. */
export class PaletteView {
  #tool: Tool = tools[0]!;
  #friend = -1;
  #changed: () => void;

  /** Fills the element `root`. `changed` is called when another tool is chosen. */
  constructor(root: HTMLElement, changed: () => void) {
    this.#changed = changed;
    for (const group of Object.keys(titles) as Tool['group'][]) {
      const list = Object.assign(document.createElement('fieldset'), { className: group });
      list.append(Object.assign(document.createElement('legend'), { textContent: titles[group] }));
      for (const tool of tools.filter((other) => other.group === group)) list.append(this.#choiceOf(tool));
      if (group === 'enemies') list.append(this.#friendChoice());
      root.append(list);
    }
  }

  get tool(): Tool {
    return this.#tool;
  }

  /**
   * The piece that the chosen tool places in a draft; undefined if the tool places nothing. A new
   * enemy spares the chosen robot. A new button opens the last door of the legend. The user can link
   * the button to more doors, and then unlink this one. Throws a RangeError if a button has no door.
   */
  pieceFor(draft: Draft): Piece | undefined {
    const { piece } = this.#tool;
    if (piece === undefined || typeof piece === 'string') return piece;
    if (piece.type === 'enemy') return { ...piece, friend: this.#friend };
    if (piece.type !== 'button') return piece;
    const doors = [...draft.legend].filter(([, { type }]) => type === 'door').map(([letter]) => letter);
    if (doors.length === 0) throw new RangeError('Place a door first, then its plate or switch.');
    return { ...piece, doors: doors.slice(-1) };
  }

  #choiceOf(tool: Tool): HTMLElement {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), {
      type: 'radio',
      name: 'tool',
      value: tool.name,
    });
    input.checked = tool === this.#tool;
    input.addEventListener('change', () => {
      this.#tool = tool;
      this.#changed();
    });
    label.append(input, Object.assign(document.createElement('span'), { textContent: tool.name }));
    return label;
  }

  #friendChoice(): HTMLElement {
    const select = document.createElement('select');
    select.ariaLabel = 'Robots that enemies harm';
    for (const [text, value] of [
      ['harm both', '-1'],
      ['harm robot 2', '0'],
      ['harm robot 1', '1'],
    ] as const) {
      select.append(new Option(text, value));
    }
    select.addEventListener('change', () => {
      this.#friend = Number(select.value);
    });
    return select;
  }
}
