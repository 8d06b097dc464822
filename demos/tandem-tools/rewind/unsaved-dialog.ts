import { element } from '../../lib/element.ts';

type Answer = 'save' | 'discard' | 'keep';

/** Asks whether a session that is not saved may be discarded. */
export class UnsavedDialog {
  #dialog = element('unsaved', HTMLDialogElement);
  #last: Promise<unknown> = Promise.resolve(); // the last question

  /**
   * Resolves to the answer: `save` it before, `discard` it, or keep it. A dialog reports its end in a later task: a second question is only asked after the
   * first has been answered, or the end of the first would answer the second. `isNeeded`: called then. If it returns false, nothing is asked, and the
   * answer is undefined.
   */
  ask(isNeeded: () => boolean): Promise<Answer | undefined> {
    const answer = this.#last.then(() => (isNeeded() ? this.#ask() : undefined));
    this.#last = answer;
    return answer;
  }

  async #ask(): Promise<Answer> {
    this.#dialog.returnValue = ''; // Escape keeps the last value
    this.#dialog.showModal();
    await new Promise((resolve) => this.#dialog.addEventListener('close', resolve, { once: true }));
    const { returnValue } = this.#dialog;
    return returnValue === 'save' || returnValue === 'discard' ? returnValue : 'keep';
  }
}
