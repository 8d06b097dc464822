import { element } from '../../../lib/element.ts';
import { type Bindings, keyLabel } from '../../input/bindings.ts';

/** Shows the current key bindings. */
export function fillHelp(bindings: Bindings): void {
  for (const [id, robot] of [
    ['help-first', 1],
    ['help-second', 2],
  ] as const) {
    const keys = (['jump', 'left', 'crouch', 'right'] as const).map((name) => {
      const key = document.createElement('kbd');
      key.className = name;
      const action = Object.assign(document.createElement('small'), { textContent: name });
      key.append(keyLabel(bindings[`${robot}.${name}`]), action);
      return key;
    });
    element(id, HTMLElement).replaceChildren(...keys);
  }
}
