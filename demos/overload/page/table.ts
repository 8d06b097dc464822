/** Creates an element with a text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text = '',
  properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

/** A table with a caption for screen readers, in a box that scrolls if the page is too narrow. The first cell of a row is its header. */
export function table(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly (string | HTMLTableCellElement)[])[],
): HTMLElement {
  const created = element('table', '', { ariaLabel: label });
  const head = created.createTHead().insertRow();
  head.append(...heads.map((text) => element('th', text, { scope: 'col' })));
  const body = created.createTBody();
  for (const [name, ...cells] of rows) {
    const row = body.insertRow();
    if (name !== undefined)
      row.append(typeof name === 'string' ? element('th', name, { scope: 'row' }) : name);
    row.append(...cells.map((cell) => (typeof cell === 'string' ? element('td', cell) : cell)));
  }
  const box = element('div', '', { className: 'scroll', tabIndex: 0, role: 'region', ariaLabel: label });
  box.append(created);
  return box;
}
