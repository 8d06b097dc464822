import { broughtKinds, Kind, kinds } from '../../tandem/world/kinds.ts';
import type { Piece } from './draft.ts';

/** Something that one can put on a map, or do to it. */
export interface Tool {
  readonly name: string;
  readonly group: 'do' | 'walls' | 'things' | 'enemies';
  /** What it puts; undefined for what does something else. */
  readonly piece: Piece | undefined;
}

const walls: readonly (readonly [string, string])[] = [
  ['air', ' '],
  ['rock', '#'],
  ['grate', '='],
  ['slope ◢', '◢'],
  ['slope ◣', '◣'],
  ['slope ◥', '◥'],
  ['slope ◤', '◤'],
  ['veil of 1', '('],
  ['veil of 2', ')'],
];

const things: readonly (readonly [string, Piece])[] = [
  ['robot 1', '1'],
  ['robot 2', '2'],
  ['exit', '!'],
  ['checkpoint', '+'],
  ['gem', '*'],
  ['door', { what: 'door', isOpen: false }],
  ['open door', { what: 'door', isOpen: true }],
  ['plate', { what: 'button', isSwitch: false, doors: [] }],
  ['switch', { what: 'button', isSwitch: true, doors: [] }],
  ['sign', { what: 'sign', text: 'What is there to say?' }],
];

/** All tools in their order. */
export const tools: readonly Tool[] = [
  { name: 'move', group: 'do', piece: undefined },
  { name: 'link', group: 'do', piece: undefined },
  ...walls.map(([name, piece]): Tool => ({ name, group: 'walls', piece })),
  ...things.map(([name, piece]): Tool => ({ name, group: 'things', piece })),
  ...kinds.flatMap(({ name }, kind): Tool[] =>
    kind === Kind.player || broughtKinds.has(kind as Kind)
      ? []
      : [{ name, group: 'enemies', piece: { what: 'enemy', kind: kind as Kind, friend: -1 } }],
  ),
];
