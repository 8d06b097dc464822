import { copyAddress } from '../../tandem/app/sharing/copy-address.ts';
import { onFile, saveFile } from '../../tandem/app/sharing/files.ts';
import type { LevelPlay } from '../../tandem/app/play/level-play.ts';
import { openStore } from '../../tandem/app/store/store.ts';
import { element } from '../../lib/element.ts';
import { messageOf } from '../../lib/message-of.ts';
import { fitCanvases } from '../../tandem/draw/fit-canvases.ts';
import type { Version } from '../../tandem/game/game.ts';
import { buildLevel } from '../../tandem/game/levels/build-level.ts';
import { LevelError } from '../../tandem/game/levels/level-error.ts';
import { levelFromAddress, levelToAddress } from '../../tandem/game/levels/share.ts';
import { blank } from './blank.ts';
import { Draft } from './draft.ts';
import { bindFields } from './fields.ts';
import type { MapCell } from './map-cursor.ts';
import { MapControl, positionText } from './map-control.ts';
import { paintMap, paintSelection, type Placing } from './map-painter.ts';
import { Trial } from './trial.ts';

const storeKey = 'tandem.draft';

/** The level editor: place, move, link, test, save. */
export class Editor {
  #version: Version;
  #canvas = element('map', HTMLCanvasElement);
  #pen = this.#canvas.getContext('2d', { alpha: false })!;
  #store = openStore();
  #draft = new Draft(blank);
  #control = new MapControl(this.#canvas, {
    draft: () => this.#draft,
    placing: () => this.#placing(),
    isTesting: () => this.#trial !== undefined,
    changed: () => this.#changed(),
    show: () => this.#show(),
    report: (message) => this.#report(message),
  });
  #trial: Trial | undefined;

  /** `version` is the loop for testing the level. */
  constructor(version: Version) {
    this.#version = version;
  }

  /** The level that is being tried out; for tests and the console. */
  get play(): LevelPlay | undefined {
    return this.#trial?.play;
  }

  async open(): Promise<void> {
    fitCanvases(this.#canvas);
    this.#canvas.addEventListener('fitted', () => this.#show());
    this.#bindButtons();
    bindFields(
      () => this.#draft,
      () => this.#changed(),
    );
    addEventListener('keydown', (event) => this.#press(event));
    addEventListener('hashchange', () => void this.#openAddress());
    this.#openKept();
    await this.#openAddress();
  }

  // An older version may have stored a draft that is invalid now.
  #openKept(): void {
    try {
      this.#draft = new Draft(this.#store.getItem(storeKey) ?? blank);
    } catch {
      this.#draft = new Draft(blank);
    }
    this.#changed();
  }

  /** Opens the level in the address, if there is one. `undo` brings the last draft back. */
  async #openAddress(): Promise<void> {
    try {
      const source = await levelFromAddress(location.hash);
      if (source === undefined) return;
      this.#draft.replace(source);
      this.#changed();
    } catch (error) {
      this.#report(error, 'The level in this link is damaged: ');
    }
  }

  #changed(): void {
    const { title, idea, columns, rows } = this.#draft;
    for (const [id, value] of Object.entries({ title, idea, columns, rows })) {
      const field = element(id, HTMLInputElement);
      if (document.activeElement !== field) field.value = String(value);
    }
    this.#store.setItem(storeKey, this.#draft.toText());
    this.#control.fit();
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

  #report(message: unknown, prefix = ''): void {
    const status = element('status', HTMLElement);
    status.textContent = prefix + messageOf(message);
    status.classList.toggle('problem', message instanceof Error);
    if (!(message instanceof LevelError) || prefix !== '') return;
    const at = this.#cellOf(message);
    const problem = message.message.replace(/^[^:]*: /, '');
    if (at !== undefined) status.textContent = `${positionText(at)}: ${problem}`;
  }

  /** The cell of an error, whose position is in the text: a row of the map, or the legend's entry of a letter. */
  #cellOf({ column, line }: LevelError): MapCell | undefined {
    const { rows } = this.#draft;
    const row = line - this.#mapLine();
    if (row >= 0 && row < rows) return { column: column - 1, row };
    const entry = this.#draft.toText().split('\n')[line - 1] ?? '';
    const [letter] = entry;
    return letter !== undefined && row > rows ? this.#draft.find(letter) : undefined;
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
    if (this.#trial !== undefined) return this.#trial.redraw();
    this.#pen.setTransform(1, 0, 0, 1, 0, 0);
    this.#pen.fillStyle = '#080b13';
    this.#pen.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    const placing = this.#placing();
    paintMap(this.#pen, this.#draft, placing);
    const { cursor, selected } = this.#control;
    if (cursor.isShown) paintSelection(this.#pen, placing, cursor.at, selected);
  }

  #bindButtons(): void {
    const bind = (id: string, act: () => void): void =>
      element(id, HTMLButtonElement).addEventListener('click', act);
    bind('undo', () => this.#undo());
    bind('redo', () => this.#redo());
    bind('test', () => (this.#trial === undefined ? this.#test() : this.#endTest()));
    bind('save', () => saveFile(this.#draft.title, 'level', this.#draft.toText()));
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
    if (event.code === 'Escape' && this.#trial !== undefined) return this.#endTest();
    if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (this.#trial !== undefined) return;
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
    const level = buildLevel(this.#draft.read());
    this.#trial = new Trial(level, this.#canvas, this.#version, () => this.#endTest('Finished.'));
    this.#showTrial(true);
    this.#canvas.focus(); // so that the space bar does not press the button
    this.#report('Escape or Stop ends the test.');
  }

  #endTest(outcome = ''): void {
    this.#trial?.end();
    this.#trial = undefined;
    this.#showTrial(false);
    element('test', HTMLButtonElement).focus();
    this.#show();
    this.#report(outcome);
  }

  #showTrial(isOn: boolean): void {
    document.body.toggleAttribute('data-testing', isOn);
    element('test', HTMLButtonElement).textContent = isOn ? 'Stop' : 'Test';
    for (const part of document.querySelectorAll<HTMLElement>('#palette, header > :not(#test, a), #sign')) {
      part.inert = isOn;
    }
  }

  // The link opens the level in the game. The address of the editor has the level too, so a reload keeps it.
  async #share(): Promise<void> {
    const hash = await levelToAddress(this.#draft.toText());
    history.replaceState(null, '', hash);
    const { href } = new URL(`../../tandem/${hash}`, location.href);
    const isCopied = await copyAddress(href);
    this.#report(
      isCopied ? 'The link is copied. ' : 'The browser did not copy the link. Copy it from here: ',
    );
    const link = Object.assign(document.createElement('a'), { href, textContent: 'Play this level' });
    element('status', HTMLElement).append(link);
  }

  async #loadFile(file: File): Promise<void> {
    try {
      this.#draft.replace(await file.text());
      this.#changed();
    } catch (error) {
      this.#report(error, `${file.name}: `);
    }
  }
}
