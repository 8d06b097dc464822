/** Creates an element with properties, attributes (names with a hyphen, and `role`) and children. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Readonly<Record<string, unknown>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes('-') || key === 'role') element.setAttribute(key, String(value));
    else Object.assign(element, { [key]: value });
  }
  element.append(...children);
  return element;
}

/** Creates a button. */
export function button(
  label: string,
  act: () => void,
  properties: Readonly<Record<string, unknown>> = {},
): HTMLButtonElement {
  const element = create('button', { type: 'button', ...properties }, label);
  element.addEventListener('click', act);
  return element;
}

/** Creates a list to choose from. `choices`: the value and the text of each. */
export function select(
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
  chosen: string,
  act: (value: string) => void,
): HTMLSelectElement {
  const element = create('select', { 'aria-label': label });
  element.append(...choices.map(([value, text]) => create('option', { value }, text)));
  element.value = chosen;
  element.addEventListener('change', () => act(element.value));
  return element;
}
