import { element } from '../../lib/element.ts';

/** Asks whether a session that is not saved may be discarded. */
export class UnsavedDialog {
  #dialog = element('unsaved', HTMLDialogElement);

  /** Resolves to the answer: `save` it before, `discard` it, or keep it. */
  async ask(): Promise<'save' | 'discard' | 'keep'> {
    this.#dialog.returnValue = ''; // Escape keeps the last value
    this.#dialog.showModal();
    await new Promise((resolve) => this.#dialog.addEventListener('close', resolve, { once: true }));
    const { returnValue } = this.#dialog;
    return returnValue === 'save' || returnValue === 'discard' ? returnValue : 'keep';
  }
}
