import { element } from '../../lib/element.ts';
import type { Draft } from './draft.ts';
import type { MapCell } from './map-cursor.ts';

/** The field for the text of a sign. It is shown while the selected cell is a sign. */
export class SignForm {
  #form = element('sign', HTMLFormElement);
  #text = element('sign-text', HTMLInputElement);
  #at: MapCell | undefined;

  /** `change` is called with the new text of the sign in a cell. */
  constructor(change: (at: MapCell, text: string) => void) {
    this.#text.addEventListener('input', () => {
      const text = this.#text.value.trim();
      if (this.#at !== undefined && text !== '') change(this.#at, text);
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      element('map', HTMLCanvasElement).focus();
    });
  }

  /** Shows the text of a cell if it is a sign. */
  edit(draft: Draft, at: MapCell): void {
    const meaning = draft.meaningAt(at.column, at.row);
    this.#form.hidden = meaning?.type !== 'sign';
    this.#at = meaning?.type === 'sign' ? at : undefined;
    if (meaning?.type === 'sign') this.#text.value = meaning.text;
  }
}
