import type { OverlayModel } from '../overlay-model.ts';
import type { Action } from '../parameters/action.ts';
import type { Parameter } from '../parameters/parameter.ts';
import { button, create } from './element.ts';
import { ParameterRow } from './parameter-row.ts';
import type { View } from './view.ts';

/** The writable parameters, and the buttons of the application. */
export class ParametersView implements View {
  readonly draws = false;
  readonly interval = 250;
  readonly element: HTMLElement;
  #model: OverlayModel;
  #actions: HTMLElement = create('div', { className: 'controls', hidden: true });
  #list: HTMLElement = create('div');
  #message: HTMLElement = create('span', { role: 'status' });
  #json: HTMLTextAreaElement = create('textarea', {
    readOnly: true,
    hidden: true,
    'aria-label': 'Parameters as JSON',
  });
  #rows: readonly ParameterRow[] = [];
  #changes = -1; // those of the actions and of the parameters that are shown

  constructor(model: OverlayModel) {
    this.#model = model;
    const general = create(
      'div',
      { className: 'controls' },
      button('Copy as JSON', () => void this.#copy()),
      button('Reset all', () => {
        for (const parameter of model.parameters.all) parameter.reset();
        this.draw();
      }),
      this.#message,
      this.#json,
    );
    this.element = create('div', {}, this.#actions, this.#list, general);
  }

  draw(): void {
    const { actions, parameters } = this.#model;
    const changes = actions.changes + parameters.changes;
    if (this.#changes !== changes) {
      this.#changes = changes;
      this.#build(actions.all, parameters.all);
    }
    for (const row of this.#rows) row.refresh();
  }

  #build(actions: readonly Action[], parameters: readonly Parameter[]): void {
    const buttons = actions.map((action) => button(action.name, () => void this.#run(action)));
    this.#actions.hidden = actions.length === 0;
    this.#actions.replaceChildren(...buttons);
    this.#rows = parameters.map((parameter) => new ParameterRow(parameter));
    const empty = create(
      'p',
      { className: 'empty' },
      'The application has no parameters here: see overlay.parameter.',
    );
    const isEmpty = actions.length === 0 && parameters.length === 0;
    this.#list.replaceChildren(...(isEmpty ? [empty] : this.#rows.map(({ element }) => element)));
  }

  async #run(action: Action): Promise<void> {
    const error = await action.run();
    this.#message.textContent = error === undefined ? '' : `${action.name}: ${error}`;
  }

  async #copy(): Promise<void> {
    const json = this.#model.parameters.toJson();
    try {
      await navigator.clipboard.writeText(json);
      this.#message.textContent = 'Copied.';
    } catch {
      this.#message.textContent = 'The page must not use the clipboard. Copy this text:';
      this.#json.value = json;
      this.#json.hidden = false;
      this.#json.select();
    }
  }
}
