/** A term and what it stands for, as a `dl` holds them. */
export function definition(name: string, text = ''): [term: HTMLElement, value: HTMLElement] {
  return [
    Object.assign(document.createElement('dt'), { textContent: name }),
    Object.assign(document.createElement('dd'), { textContent: text }),
  ];
}
