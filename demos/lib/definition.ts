/** The two elements of a `dl` entry: a term and its value. */
export function definition(name: string, text = ''): [term: HTMLElement, value: HTMLElement] {
  return [
    Object.assign(document.createElement('dt'), { textContent: name }),
    Object.assign(document.createElement('dd'), { textContent: text }),
  ];
}
