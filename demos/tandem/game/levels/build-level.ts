import { chance } from '../../world/chance.ts';
import { castCircle } from '../../world/map/cast-circle.ts';
import { Cell, cellAt, createGrid, type Grid, setCell } from '../../world/map/grid.ts';
import { Kind, traitsOf } from '../../world/kinds.ts';
import type { Button, Door, Level, Place, Sign, Spawn } from '../../world/level.ts';
import { createContact } from '../../world/map/sweep.ts';
import { createVector } from '../../world/map/vector.ts';
import { LevelError } from './level-error.ts';
import type { LevelText, Meaning } from './level-text.ts';

/** The cell for each character whose meaning is the same on every map. */
export const cellOf: Readonly<Record<string, Cell>> = {
  ' ': Cell.empty,
  '.': Cell.empty,
  '#': Cell.solid,
  '=': Cell.grate,
  '◣': Cell.floorLeft,
  '◢': Cell.floorRight,
  '◤': Cell.ceilingLeft,
  '◥': Cell.ceilingRight,
  '(': Cell.firstVeil,
  ')': Cell.secondVeil,
};

/** The position that each other character of this kind marks, in an empty cell. */
const placeOf: Readonly<Record<string, 'first' | 'second' | 'gem' | 'checkpoint' | 'exit'>> = {
  '1': 'first',
  '2': 'second',
  '*': 'gem',
  '+': 'checkpoint',
  '!': 'exit',
};

/** Builds a level from its text. Throws a LevelError with the position of an error. */
export function buildLevel(text: LevelText): Level {
  const places: Record<(typeof placeOf)[string], Place[]> = {
    first: [],
    second: [],
    gem: [],
    checkpoint: [],
    exit: [],
  };
  const letters = new Map<string, Place[]>();
  const grid = createGrid(text.rows[0]!.length, text.rows.length);
  for (const [y, row] of text.rows.entries()) {
    for (const [x, character] of Array.from(row).entries()) {
      const cell = cellOf[character];
      const place = placeOf[character];
      if (cell !== undefined) setCell(grid, x, y, cell);
      else if (place !== undefined) places[place].push({ x, y });
      else if (text.legend.has(character))
        letters.set(character, [...(letters.get(character) ?? []), { x, y }]);
      else
        throw new LevelError(
          text.mapLine + y,
          x + 1,
          `the legend has no entry for ${JSON.stringify(character)}`,
        );
    }
  }
  const builder = new Builder(text, grid, letters);
  const starts = [builder.one(places.first, '1'), builder.one(places.second, '2')];
  for (const place of [...starts, ...places.checkpoint]) builder.checkGround(place);
  const exit = builder.one(places.exit, '!');
  builder.checkLegend();
  return {
    grid,
    spawns: [...starts.map(playerAt), ...builder.enemies()],
    doors: builder.doors(),
    buttons: builder.buttons(),
    gems: places.gem.map(middle),
    checkpoints: places.checkpoint.map(middle),
    exit: middle(exit),
    signs: builder.signs(),
  };
}

/** Builds the objects that the legend explains. */
class Builder {
  #text: LevelText;
  #grid: Grid;
  #letters: ReadonlyMap<string, readonly Place[]>;

  constructor(text: LevelText, grid: Grid, letters: ReadonlyMap<string, readonly Place[]>) {
    this.#text = text;
    this.#grid = grid;
    this.#letters = letters;
  }

  one(places: readonly Place[], character: string): Place {
    if (places.length === 1) return places[0]!;
    const at = places[1];
    const problem = `a map must contain "${character}" exactly once, got ${places.length} of them`;
    throw at === undefined
      ? new LevelError(this.#text.mapLine, 0, problem)
      : new LevelError(this.#text.mapLine + at.y, at.x + 1, problem);
  }

  checkGround({ x, y }: Place): void {
    const below = cellAt(this.#grid, x, y + 1);
    const isGround = below !== Cell.empty && below !== Cell.ceilingLeft && below !== Cell.ceilingRight;
    if (!isGround) throw this.#error({ x, y }, 'robots need ground below the place where they appear');
  }

  checkLegend(): void {
    for (const [letter, line] of this.#text.legendLines) {
      if (!this.#letters.has(letter)) {
        throw new LevelError(line, 1, `the map has no ${JSON.stringify(letter)}`);
      }
    }
    const worked = new Set(this.#all('button').flatMap(([, meaning]) => meaning.doors));
    for (const [letter] of this.#all('door')) {
      if (!worked.has(letter)) {
        throw new LevelError(
          this.#text.legendLines.get(letter)!,
          1,
          `no button opens the door ${JSON.stringify(letter)}`,
        );
      }
    }
  }

  enemies(): Spawn[] {
    const single = this.#all('enemy').flatMap(([, { kind, friend }, places]) =>
      places.map((place) => this.#spawn(place, kind, friend)),
    );
    const swarms = this.#all('swarm').flatMap(([letter, { count, kind, friend }, places]) =>
      Array.from({ length: count }, (_, i) => {
        const draw = (number: number): number => chance(letter.codePointAt(0)!, i, number);
        const { x, y } = places[Math.floor(draw(0) * places.length)]!;
        return { kind, friend, x: x + 0.5 + 0.1 * (draw(1) - 0.5), y: y + 0.5 + 0.1 * (draw(2) - 0.5) };
      }),
    );
    return [...single, ...swarms];
  }

  doors(): Door[] {
    return this.#all('door').map(([, { isOpen }, cells]) => ({ cells, isOpen }));
  }

  buttons(): Button[] {
    const doors = this.#all('door').map(([letter]) => letter);
    return this.#all('button').flatMap(([, { isSwitch, doors: worked }, places]) =>
      places.map((place) => ({
        x: place.x + 0.5,
        y: place.y + 1,
        isSwitch,
        doors: worked.map((letter) => doors.indexOf(letter)),
      })),
    );
  }

  signs(): Sign[] {
    return this.#all('sign').flatMap(([, { text }, places]) =>
      places.map((place) => ({ ...middle(place), text })),
    );
  }

  #all<Type extends Meaning['type']>(
    type: Type,
  ): [string, Extract<Meaning, { type: Type }>, readonly Place[]][] {
    return [...this.#text.legend]
      .filter(([, meaning]) => meaning.type === type)
      .map(([letter, meaning]) => [
        letter,
        meaning as Extract<Meaning, { type: Type }>,
        this.#letters.get(letter) ?? [],
      ]);
  }

  #spawn(place: Place, kind: Kind, friend: number): Spawn {
    const spawn = { kind, friend, ...middle(place) };
    if (!traitsOf(kind).beginsAtWall) return spawn;
    for (const [dx, dy] of sides) {
      const way = createVector();
      const contact = createContact();
      way.x = dx;
      way.y = dy;
      castCircle(this.#grid, spawn, traitsOf(kind).radius, way, contact);
      if (contact.fraction === 1) continue;
      return {
        ...spawn,
        x: spawn.x + dx * contact.fraction,
        y: spawn.y + dy * contact.fraction,
        normalX: contact.normalX,
        normalY: contact.normalY,
      };
    }
    throw this.#error(place, `a ${traitsOf(kind).name} needs a wall beside it`);
  }

  #error({ x, y }: Place, problem: string): LevelError {
    return new LevelError(this.#text.mapLine + y, x + 1, problem);
  }
}

// Directions in which a clinging enemy looks for a wall: down, up, left, right.
const sides = [
  [0, 0.6],
  [0, -0.6],
  [-0.6, 0],
  [0.6, 0],
] as const;

function playerAt({ x, y }: Place): Spawn {
  return { kind: Kind.player, x: x + 0.5, y: y + 0.5 };
}

function middle({ x, y }: Place): Place {
  return { x: x + 0.5, y: y + 0.5 };
}
