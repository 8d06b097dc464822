import { broughtKinds, Kind, kinds } from '../../tandem/world/kinds.ts';
import type { Piece } from './draft.ts';

/** A tool of the editor. */
export interface Tool {
  readonly name: string;
  readonly group: 'do' | 'walls' | 'things' | 'enemies';
  /** The piece that the tool places; undefined if it places nothing. */
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
  ['veil for robot 1', '('],
  ['veil for robot 2', ')'],
];

const things: readonly (readonly [string, Piece])[] = [
  ['robot 1', '1'],
  ['robot 2', '2'],
  ['exit', '!'],
  ['checkpoint', '+'],
  ['gem', '*'],
  ['door', { type: 'door', isOpen: false }],
  ['open door', { type: 'door', isOpen: true }],
  ['plate', { type: 'button', isSwitch: false, doors: [] }],
  ['switch', { type: 'button', isSwitch: true, doors: [] }],
  ['sign', { type: 'sign', text: 'Your text' }],
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
      : [{ name, group: 'enemies', piece: { type: 'enemy', kind: kind as Kind, friend: -1 } }],
  ),
];
