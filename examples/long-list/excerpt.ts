import type { Change } from './word-diff.ts';

/** Number of unchanged words before and after a change. */
const context = 4;

/** Returns the changes as elements, with a few unchanged words around each change. */
export function excerptOf(changes: readonly Change[]): (string | HTMLElement)[] {
  return changes.flatMap(({ kind, words }, i) => {
    if (kind === 'kept') return shortened(words, i > 0, i < changes.length - 1);
    const element = document.createElement(kind === 'deleted' ? 'del' : 'ins');
    element.textContent = words.join(' ');
    return [element, ' '];
  });
}

/**
 * Unchanged words, without those in the middle. `follows`: they follow a change; `leads`: a change
 * follows them.
 */
function shortened(words: readonly string[], follows: boolean, leads: boolean): string {
  const first = follows ? words.slice(0, context) : [];
  const last = leads ? words.slice(-context) : [];
  if (first.length + last.length >= words.length) return `${words.join(' ')} `;
  return `${[...first, '…', ...last].join(' ')} `;
}
