import { element } from '../../lib/element.ts';
import type { Draft } from './draft.ts';

const largest = { columns: 256, rows: 128 };

/** Connects the fields for title, idea and size to the draft. `changed` is called after each change of the draft. */
export function bindFields(draft: () => Draft, changed: () => void): void {
  for (const name of ['title', 'idea'] as const) {
    const field = element(name, HTMLInputElement);
    field.addEventListener('input', () => {
      draft()[name] = field.value.trim();
      changed();
    });
  }
  for (const name of ['columns', 'rows'] as const) {
    const field = element(name, HTMLInputElement);
    field.addEventListener('change', () => {
      const chosen = Math.round(field.valueAsNumber) || draft()[name];
      const size = Math.max(Number(field.min), Math.min(largest[name], chosen));
      field.value = String(size);
      draft().remember();
      if (name === 'columns') draft().resize(size, draft().rows);
      else draft().resize(draft().columns, size);
      changed();
    });
  }
}
