import { broughtKinds, Kind } from '../../world/kinds.ts';
import { LevelError } from './level-error.ts';

// The text of a level:
//
//   title: Hand in hand
//   idea: The lesson of the level in one sentence.
//   par: 40
//
//   ##########
//   #1 2 r aA!#
//   ##########
//
//   r roller
//   a door
//   A plate a
//
// Empty lines separate the head, the map and the legend of the letters on the map. Characters with the same meaning on every map are in
// `cellOf` and `placeOf` of build-level.ts.

/** The meaning of a letter in the legend. */
export type Meaning =
  | { readonly type: 'enemy'; readonly kind: Kind; readonly friend: number }
  | { readonly type: 'swarm'; readonly count: number; readonly kind: Kind; readonly friend: number }
  | { readonly type: 'door'; readonly isOpen: boolean }
  | { readonly type: 'button'; readonly isSwitch: boolean; readonly doors: readonly string[] }
  | { readonly type: 'sign'; readonly text: string };

/** The parsed text of a level. */
export interface LevelText {
  readonly title: string;
  readonly idea: string;
  /** Time of a good player in seconds. */
  readonly par: number;
  /** The rows of the map, all of the same length. */
  readonly rows: readonly string[];
  readonly legend: ReadonlyMap<string, Meaning>;
  /** Line of the text at which the map begins, from 1. */
  readonly mapLine: number;
  /** Line of each letter in the legend. */
  readonly legendLines: ReadonlyMap<string, number>;
}

/** Characters with the same meaning on every map, which the legend cannot define. */
export const fixedCharacters = ' .#=◢◣◤◥()12*+!';

const maxTitleLength = 40;
const maxPar = 3600;
const maxTextLength = 160;
const maxCells = 65_536;
const maxSwarm = 20_000;

/** Parses the text of a level. Throws a LevelError with the position of an error. */
export function readLevelText(text: string): LevelText {
  const lines = text.replaceAll('\r', '').split('\n');
  const [head, map, legend] = sections(lines);
  if (head === undefined || map === undefined) {
    throw new LevelError(lines.length, 0, 'a level needs a head and a map, with an empty line between them');
  }
  const { title, idea, par } = readHead(head);
  const { meanings, places } = readLegend(legend ?? { from: 0, lines: [] });
  return {
    title,
    idea,
    par,
    rows: readRows(map),
    legend: meanings,
    mapLine: map.from + 1,
    legendLines: places,
  };
}

interface Section {
  /** Index of its first line. */
  readonly from: number;
  readonly lines: readonly string[];
}

function sections(lines: readonly string[]): Section[] {
  const found: { from: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') isOpen = false;
    else if (isOpen) found.at(-1)!.lines.push(line);
    else {
      found.push({ from: i, lines: [line] });
      isOpen = true;
    }
  }
  if (found.length > 3) throw new LevelError(found[3]!.from + 1, 0, 'nothing may follow the legend');
  return found;
}

function readHead({ from, lines }: Section): { title: string; idea: string; par: number } {
  const fields = new Map<string, string>();
  for (const [i, line] of lines.entries()) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim();
    if (!['title', 'idea', 'par'].includes(name)) {
      throw new LevelError(from + i + 1, 0, `the head has only title:, idea: and par:, got ${quote(line)}`);
    }
    fields.set(name, line.slice(at + 1).trim());
  }
  const title = fields.get('title') ?? '';
  if (title === '' || title.length > maxTitleLength) {
    throw new LevelError(
      from + 1,
      0,
      `the title must have 1 to ${maxTitleLength} characters, got ${quote(title)}`,
    );
  }
  const par = Number(fields.get('par') ?? 60);
  if (!(par > 0 && par < maxPar)) {
    throw new LevelError(
      from + 1,
      0,
      `par must be a number of seconds > 0 and < ${maxPar}, got ${quote(fields.get('par')!)}`,
    );
  }
  return { title, idea: fields.get('idea') ?? '', par };
}

function readRows({ from, lines }: Section): string[] {
  const columns = Math.max(...lines.map((line) => Array.from(line).length));
  if (columns * lines.length > maxCells) {
    throw new LevelError(
      from + 1,
      0,
      `a map must have at most ${maxCells} cells, got ${columns} × ${lines.length}`,
    );
  }
  return lines.map((line) => line + ' '.repeat(columns - Array.from(line).length));
}

function readLegend({ from, lines }: Section): {
  meanings: Map<string, Meaning>;
  places: Map<string, number>;
} {
  const meanings = new Map<string, Meaning>();
  const places = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    const number = from + i + 1;
    const [letter = '', type = '', ...rest] = line.trim().split(/\s+/);
    if (Array.from(letter).length !== 1 || fixedCharacters.includes(letter)) {
      throw new LevelError(
        number,
        1,
        `an entry of the legend must begin with a single letter, got ${quote(letter)}`,
      );
    }
    if (meanings.has(letter)) throw new LevelError(number, 1, `${quote(letter)} is in the legend twice`);
    meanings.set(letter, readMeaning(number, type, rest));
    places.set(letter, number);
  }
  for (const [letter, meaning] of meanings) {
    if (meaning.type !== 'button') continue;
    for (const door of meaning.doors) {
      if (meanings.get(door)?.type === 'door') continue;
      throw new LevelError(
        places.get(letter)!,
        0,
        `there is no door ${quote(door)} for the button ${quote(letter)}`,
      );
    }
  }
  return { meanings, places };
}

function readMeaning(line: number, type: string, rest: readonly string[]): Meaning {
  if (type === 'door') return { type, isOpen: readDoor(line, rest) };
  if (type === 'plate' || type === 'switch') {
    if (rest.length > 0) return { type: 'button', isSwitch: type === 'switch', doors: rest };
    throw new LevelError(line, 0, `a ${type} needs the letters of its doors`);
  }
  if (type === 'sign') {
    const text = rest.join(' ');
    if (text !== '' && text.length <= maxTextLength) return { type, text };
    throw new LevelError(
      line,
      0,
      `a sign needs a text of 1 to ${maxTextLength} characters, got ${text.length}`,
    );
  }
  if (type === 'swarm') return readSwarm(line, rest);
  const kind = enemyKinds().get(type);
  if (kind !== undefined) return { type: 'enemy', kind, friend: readFriend(line, rest) };
  const types = ['door', 'plate', 'switch', 'sign', 'swarm', ...enemyKinds().keys()];
  throw new LevelError(
    line,
    3,
    `an entry of the legend must name one of ${types.join(', ')}, got ${quote(type)}`,
  );
}

function readSwarm(line: number, [number = '', name = '', ...rest]: readonly string[]): Meaning {
  const count = Number(number);
  if (!(Number.isSafeInteger(count) && count > 0 && count <= maxSwarm)) {
    throw new LevelError(
      line,
      0,
      `a swarm needs a number of enemies from 1 to ${maxSwarm}, got ${quote(number)}`,
    );
  }
  const kind = enemyKinds().get(name);
  if (kind !== undefined) return { type: 'swarm', count, kind, friend: readFriend(line, rest) };
  throw new LevelError(
    line,
    0,
    `the enemies of a swarm must be one of ${[...enemyKinds().keys()].join(', ')}, got ${quote(name)}`,
  );
}

/** The kinds that a legend can place, by name. */
function enemyKinds(): ReadonlyMap<string, Kind> {
  const kinds = Object.entries(Kind).filter(([, kind]) => kind !== Kind.player && !broughtKinds.has(kind));
  return new Map(kinds);
}

function readDoor(line: number, rest: readonly string[]): boolean {
  if (rest.length === 0) return false;
  if (rest.length === 1 && rest[0] === 'open') return true;
  throw new LevelError(line, 0, `after a door, only "open" may follow, got ${quote(rest.join(' '))}`);
}

function readFriend(line: number, rest: readonly string[]): number {
  if (rest.length === 0) return -1;
  if (rest.length === 2 && rest[0] === 'of' && (rest[1] === '1' || rest[1] === '2'))
    return Number(rest[1]) - 1;
  throw new LevelError(
    line,
    0,
    `after an enemy, only "of 1" or "of 2" may follow, got ${quote(rest.join(' '))}`,
  );
}

function quote(text: string): string {
  return JSON.stringify(text);
}
