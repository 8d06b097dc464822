import { type Action, type Bindings, keyLabel } from '../../input/bindings.ts';

/** Writes the player's key of an action into each element with the attribute `data-action`. */
export function labelKeys(bindings: Bindings, root: ParentNode = document): void {
  for (const label of root.querySelectorAll<HTMLElement>('[data-action]')) {
    label.textContent = keyLabel(bindings[label.dataset['action'] as Action]);
  }
}
