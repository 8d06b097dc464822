import { type Kind, traitsOf } from '../../world/kinds.ts';
import type { LevelText, Meaning } from './level-text.ts';

/** Writes the text of a level for `readLevelText`. */
export function writeLevelText({
  title,
  idea,
  par,
  rows,
  legend,
}: Pick<LevelText, 'title' | 'idea' | 'par' | 'rows' | 'legend'>): string {
  const head = [`title: ${title}`, ...(idea === '' ? [] : [`idea: ${idea}`]), `par: ${par}`];
  const letters = [...legend].map(([letter, meaning]) => `${letter} ${write(meaning)}`);
  // A line of spaces would end the map.
  const map = rows.map((row) => (row.trim() === '' ? row.replace(/^ /, '.') : row));
  return `${[head, map, letters]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function write(meaning: Meaning): string {
  switch (meaning.type) {
    case 'enemy':
      return nameOf(meaning);
    case 'swarm':
      return `swarm ${meaning.count} ${nameOf(meaning)}`;
    case 'door':
      return meaning.isOpen ? 'door open' : 'door';
    case 'button':
      return [meaning.isSwitch ? 'switch' : 'plate', ...meaning.doors].join(' ');
    case 'sign':
      return `sign ${meaning.text}`;
    default:
      return meaning satisfies never;
  }
}

function nameOf({ kind, friend }: { readonly kind: Kind; readonly friend: number }): string {
  return traitsOf(kind).name + (friend < 0 ? '' : ` of ${friend + 1}`);
}
