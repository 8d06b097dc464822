import { traitsOf } from '../../tandem/world/kinds.ts';
import type { Draft } from './draft.ts';
import { tools } from './palette.ts';

/** The name of the content of a cell, as the palette calls it. */
export function pieceName(draft: Draft, column: number, row: number): string {
  const meaning = draft.meaningAt(column, row);
  const character = draft.at(column, row);
  if (meaning === undefined) return tools.find(({ piece }) => piece === character)?.name ?? 'air';
  switch (meaning.type) {
    case 'enemy':
      return traitsOf(meaning.kind).name + friendText(meaning.friend);
    case 'swarm':
      return `${meaning.count} × ${traitsOf(meaning.kind).name}${friendText(meaning.friend)}`;
    case 'door':
      return meaning.isOpen ? 'open door' : 'door';
    case 'button':
      return meaning.isSwitch ? 'switch' : 'plate';
    case 'sign':
      return `sign “${meaning.text}”`;
    default:
      return meaning satisfies never;
  }
}

function friendText(friend: number): string {
  return friend < 0 ? '' : ` that harms only robot ${2 - friend}`;
}
