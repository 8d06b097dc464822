import { element } from '../../lib/element.ts';
import { type Bindings, keyLabel } from '../input/bindings.ts';

/** Shows the current key bindings. */
export function fillHelp(bindings: Bindings): void {
  for (const [id, robot] of [
    ['help-first', 1],
    ['help-second', 2],
  ] as const) {
    const keys = (['jump', 'left', 'crouch', 'right'] as const).map((name) =>
      Object.assign(document.createElement('kbd'), {
        className: name,
        title: name,
        textContent: keyLabel(bindings[`${robot}.${name}`]),
      }),
    );
    element(id, HTMLElement).replaceChildren(...keys);
  }
}
