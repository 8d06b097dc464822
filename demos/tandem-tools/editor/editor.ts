import { LevelPlay } from '../../tandem/app/level-play.ts';
import { openStore } from '../../tandem/app/progress.ts';
import { copyAddress } from '../../tandem/app/copy-address.ts';
import { element } from '../../lib/element.ts';
import { fitCanvases } from '../../tandem/draw/fit-canvases.ts';
import type { Version } from '../../tandem/game/game.ts';
import { defaultBindings } from '../../tandem/input/bindings.ts';
import { Keyboard } from '../../tandem/input/keyboard.ts';
import { onFile, saveFile } from '../../tandem/app/files.ts';
import { Steering } from '../../tandem/input/steering.ts';
import { buildLevel } from '../../tandem/game/levels/build-level.ts';
import { LevelError } from '../../tandem/game/levels/level-error.ts';
import { messageOf } from '../../lib/message-of.ts';
import { Draft, type Piece } from './draft.ts';
import { paintMap, type Placing } from './map-painter.ts';
import { type Tool, tools } from './palette.ts';
import { levelFromAddress, levelToAddress } from '../../tandem/game/levels/share.ts';

const storeKey = 'tandem.draft';
const largest = { columns: 256, rows: 128 };

const blank = `title: My level
idea: The lesson of this level.
par: 60

################################
#                              #
#                              #
#                              #
#                              #
#                              #
#                              #
#                              #
#                              #
# 12                         ! #
################################
`;

/** The level editor: place, move, link, test, save. */
export class Editor {
  #version: Version;
  #canvas = element('map', HTMLCanvasElement);
  #pen = this.#canvas.getContext('2d', { alpha: false })!;
  #store = openStore();
  #draft = new Draft(blank);
  #tool: Tool = tools[0]!;
  #friend = -1;
  #from: { column: number; row: number } | undefined;
  #sign: { column: number; row: number } | undefined;
  #play: LevelPlay | undefined;
  #steering = new Steering();
  #keyboard: Keyboard | undefined;

  /** `version` is the loop for testing the level. */
  constructor(version: Version) {
    this.#version = version;
  }

  async open(): Promise<void> {
    fitCanvases(this.#canvas);
    this.#canvas.addEventListener('fitted', () => this.#show());
    this.#fillPalette();
    this.#bindMap();
    this.#bindButtons();
    this.#bindFields();
    addEventListener('keydown', (event) => this.#press(event));
    await this.#openGiven();
  }

  // Opens the level in the address, or the last draft.
  async #openGiven(): Promise<void> {
    const kept = this.#store.getItem(storeKey) ?? blank;
    try {
      this.#take((await levelFromAddress(location.hash)) ?? kept);
    } catch (error) {
      this.#take(blank);
      this.#report(error);
    }
  }

  /** Replaces the draft. Throws a LevelError if the text is invalid. */
  #take(source: string): void {
    this.#draft = new Draft(source);
    this.#changed();
  }

  #changed(): void {
    const { title, idea, columns, rows } = this.#draft;
    for (const [id, value] of Object.entries({ title, idea, columns, rows })) {
      const field = element(id, HTMLInputElement);
      if (document.activeElement !== field) field.value = String(value);
    }
    this.#store.setItem(storeKey, this.#draft.toText());
    this.#show();
    this.#validate();
  }

  #validate(): boolean {
    try {
      buildLevel(this.#draft.read());
      this.#report('Ready to be played.');
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  #report(message: unknown): void {
    const status = element('status', HTMLElement);
    status.textContent = messageOf(message);
    status.classList.toggle('problem', message instanceof Error);
    // The position of a LevelError is a line of the text. If this line is a row of the map, the
    // position on the map is shown.
    if (!(message instanceof LevelError)) return;
    const row = message.line - this.#mapLine();
    if (row >= 0 && row < this.#draft.rows) {
      status.textContent = `row ${row}, column ${message.column - 1}: ${message.message.replace(/^[^:]*: /, '')}`;
    }
  }

  #mapLine(): number {
    return this.#draft.idea === '' ? 4 : 5;
  }

  #placing(): Placing {
    const { width, height } = this.#canvas;
    const { columns, rows } = this.#draft;
    const scale = Math.max(4, Math.floor(Math.min(width / columns, height / rows)));
    return {
      scale,
      left: Math.max(0, Math.floor((width - columns * scale) / 2)),
      top: Math.max(0, Math.floor((height - rows * scale) / 2)),
    };
  }

  #show(): void {
    if (this.#play !== undefined) return this.#play.redraw();
    this.#pen.setTransform(1, 0, 0, 1, 0, 0);
    this.#pen.fillStyle = '#080b13';
    this.#pen.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    paintMap(this.#pen, this.#draft, this.#placing());
  }

  #cellAt(event: PointerEvent): { column: number; row: number } {
    const { left, top, scale } = this.#placing();
    return {
      column: Math.floor((event.offsetX * devicePixelRatio - left) / scale),
      row: Math.floor((event.offsetY * devicePixelRatio - top) / scale),
    };
  }

  #bindMap(): void {
    const canvas = this.#canvas;
    canvas.addEventListener('pointerdown', (event) => {
      if (this.#play !== undefined) return;
      canvas.setPointerCapture(event.pointerId);
      this.#from = this.#cellAt(event);
      this.#draft.remember();
      if (this.#tool.piece !== undefined)
        this.#put(this.#from, event.button === 2 ? ' ' : this.#pieceOf(this.#tool.piece));
      this.#editSign(this.#from);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.#from === undefined || this.#tool.piece === undefined) return;
      this.#put(this.#cellAt(event), event.buttons === 2 ? ' ' : this.#pieceOf(this.#tool.piece));
    });
    canvas.addEventListener('pointerup', (event) => {
      const to = this.#cellAt(event);
      const from = this.#from;
      this.#from = undefined;
      if (from === undefined || (from.column === to.column && from.row === to.row)) return;
      if (this.#tool.name === 'move') this.#draft.move(from.column, from.row, to.column, to.row);
      if (this.#tool.name === 'link') this.#link(from, to);
      this.#changed();
    });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  // Links a button and a door, in either order.
  #link(from: { column: number; row: number }, to: { column: number; row: number }): void {
    const isLinked =
      this.#draft.link(from.column, from.row, to.column, to.row) ||
      this.#draft.link(to.column, to.row, from.column, from.row);
    if (!isLinked) this.#report('Drag from a plate or switch to a door.');
  }

  #put({ column, row }: { column: number; row: number }, piece: Piece): void {
    try {
      this.#draft.put(column, row, piece);
      this.#changed();
    } catch (error) {
      this.#report(error);
    }
  }

  // A new enemy spares the chosen robot. A new button opens the last door of the legend. The user
  // can link the button to more doors, and then unlink this one.
  #pieceOf(piece: Piece): Piece {
    if (typeof piece === 'string') return piece;
    if (piece.type === 'enemy') return { ...piece, friend: this.#friend };
    if (piece.type !== 'button') return piece;
    const doors = [...this.#draft.legend].filter(([, { type }]) => type === 'door').map(([letter]) => letter);
    if (doors.length > 0) return { ...piece, doors: doors.slice(-1) };
    this.#report('Place a door first, then its plate or switch.');
    return ' ';
  }

  #editSign(at: { column: number; row: number }): void {
    const meaning = this.#draft.meaningAt(at.column, at.row);
    const form = element('sign', HTMLFormElement);
    form.hidden = meaning?.type !== 'sign';
    this.#sign = meaning?.type === 'sign' ? at : undefined;
    if (meaning?.type === 'sign') element('sign-text', HTMLInputElement).value = meaning.text;
  }

  #fillPalette(): void {
    const palette = element('palette', HTMLElement);
    for (const group of ['do', 'walls', 'things', 'enemies'] as const) {
      const list = Object.assign(document.createElement('fieldset'), { className: group });
      list.append(Object.assign(document.createElement('legend'), { textContent: group }));
      for (const tool of tools.filter((other) => other.group === group)) list.append(this.#choiceOf(tool));
      if (group === 'enemies') list.append(this.#friendChoice());
      palette.append(list);
    }
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
    });
    label.append(input, Object.assign(document.createElement('span'), { textContent: tool.name }));
    return label;
  }

  #friendChoice(): HTMLElement {
    const select = document.createElement('select');
    select.ariaLabel = 'Robot that enemies spare';
    for (const [text, value] of [
      ['spare no robot', '-1'],
      ['spare robot 1', '0'],
      ['spare robot 2', '1'],
    ] as const) {
      select.append(new Option(text, value));
    }
    select.addEventListener('change', () => {
      this.#friend = Number(select.value);
    });
    return select;
  }

  #bindFields(): void {
    for (const name of ['title', 'idea'] as const) {
      const field = element(name, HTMLInputElement);
      field.addEventListener('input', () => {
        this.#draft[name] = field.value.trim();
        this.#changed();
      });
    }
    for (const name of ['columns', 'rows'] as const) {
      const field = element(name, HTMLInputElement);
      field.addEventListener('change', () => {
        const smallest = Number(field.min);
        const size = Math.max(
          smallest,
          Math.min(largest[name], Math.round(field.valueAsNumber) || this.#draft[name]),
        );
        field.value = String(size);
        this.#draft.remember();
        if (name === 'columns') this.#draft.resize(size, this.#draft.rows);
        else this.#draft.resize(this.#draft.columns, size);
        this.#changed();
      });
    }
    const text = element('sign-text', HTMLInputElement);
    text.addEventListener('input', () => {
      if (this.#sign === undefined || text.value.trim() === '') return;
      this.#draft.setMeaning(this.#sign.column, this.#sign.row, { type: 'sign', text: text.value.trim() });
      this.#changed();
    });
    element('sign', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  }

  #bindButtons(): void {
    const bind = (id: string, act: () => void): void =>
      element(id, HTMLButtonElement).addEventListener('click', act);
    bind('undo', () => this.#undo());
    bind('redo', () => this.#redo());
    bind('test', () => (this.#play === undefined ? this.#test() : this.#endTest()));
    bind('save', () => this.#save());
    bind('share', () => void this.#share());
    bind('new', () => {
      this.#draft.replace(blank);
      this.#changed();
    });
    const file = element('file', HTMLInputElement);
    bind('load', () => file.click());
    onFile(file, (selected) => void this.#loadFile(selected));
  }

  #press(event: KeyboardEvent): void {
    if (event.code === 'Escape' && this.#play !== undefined) return this.#endTest();
    if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) this.#redo();
    else this.#undo();
  }

  #undo(): void {
    if (this.#draft.undo()) this.#changed();
  }

  #redo(): void {
    if (this.#draft.redo()) this.#changed();
  }

  #test(): void {
    if (!this.#validate()) return;
    this.#play = new LevelPlay({
      level: buildLevel(this.#draft.read()),
      seed: 1,
      canvas: this.#canvas,
      steering: this.#steering,
      readDevices: () => {},
      shake: 0.7,
      onEvent: ({ name }) => name === 'win' && this.#endTest('Finished.'),
      playNote: () => {},
    });
    document.body.dataset['testing'] = '';
    element('test', HTMLButtonElement).textContent = 'Stop';
    element('test', HTMLButtonElement).blur();
    this.#keyboard = new Keyboard(this.#steering, defaultBindings);
    this.#play.start(this.#version);
    this.#report('Escape ends the test.');
  }

  #endTest(outcome = ''): void {
    this.#play?.pause();
    this.#play = undefined;
    this.#keyboard?.stop();
    delete document.body.dataset['testing'];
    element('test', HTMLButtonElement).textContent = 'Test';
    this.#show();
    this.#report(outcome);
  }

  #save(): void {
    saveFile(this.#draft.title, 'level', this.#draft.toText());
  }

  async #share(): Promise<void> {
    location.hash = await levelToAddress(this.#draft.toText());
    this.#report((await copyAddress()) ? 'The link is copied.' : 'The link is in the address bar.');
  }

  async #loadFile(file: File): Promise<void> {
    try {
      this.#draft.replace(await file.text());
      this.#changed();
    } catch (error) {
      this.#report(error);
    }
  }
}
