/** Keys that a focused control of the overlay uses. */
const controlKeys = new Set([
  'Tab',
  'Enter',
  ' ',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
]);

/**
 * Keeps from the page the keys that controls of the overlay use while one has the focus. All keys of input fields belong to the overlay, because the user
 * writes a number. The end of a key belongs to the side that received its beginning, so that no key remains pressed for the page.
 */
export function keepOwnKeys(root: HTMLElement): void {
  const held = new Set<string>();
  root.addEventListener('keydown', (event) => {
    if (!isField(event.target) && !controlKeys.has(event.key)) return;
    held.add(event.code);
    event.stopPropagation();
  });
  root.addEventListener('keyup', (event) => {
    if (held.delete(event.code)) event.stopPropagation();
  });
}

/** Calls `toggle` when the key is pressed, unless the user writes in a field. Returns a function that ends that. */
export function onToggleKey(code: string, toggle: () => void): () => void {
  const isFunctionKey = /^F\d+$/.test(code);
  const listener = (event: KeyboardEvent): void => {
    if (event.code !== code || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isFunctionKey && isField(event.composedPath()[0])) return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  };
  addEventListener('keydown', listener, { capture: true });
  return () => removeEventListener('keydown', listener, { capture: true });
}

/** Whether a user writes or chooses by letters in the target of a key event. */
function isField(target: EventTarget | null | undefined): boolean {
  if (target instanceof HTMLInputElement) return !/^(radio|checkbox|range|button)$/.test(target.type);
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(SELECT|TEXTAREA)$/.test(target.tagName);
}
