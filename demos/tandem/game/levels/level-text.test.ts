import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Kind } from '../../world/kinds.ts';
import { catalog, levelOf } from './catalog.ts';
import { LevelError } from './level-error.ts';
import { readLevelText } from './level-text.ts';
import { writeLevelText } from './write-level-text.ts';

const head = 'title: Test\npar: 30\n\n';
const map = '########\n#12 r d!#\n#########\n';

test.each(catalog.map(({ id, source }) => [id, source]))('level %s is valid', (_, source) => {
  expect(levelOf(source).spawns.length).toBeGreaterThanOrEqual(2);
});

test('reading a written level returns the same level', () => {
  for (const { source } of catalog) {
    const text = readLevelText(source);
    const again = readLevelText(writeLevelText(text));
    expect({ ...again, mapLine: 0, legendLines: 0 }).toEqual({ ...text, mapLine: 0, legendLines: 0 });
  }
});

test.each([
  ['', 1, 0, 'a level needs a head and a map'],
  ['title: A', 1, 0, 'a level needs a head and a map'],
  ['color: red\n\n#', 1, 0, 'the head has only title:, idea: and par:'],
  ['title:\n\n#', 1, 0, 'the title must have 1 to 40 characters'],
  ['title: A\npar: never\n\n#', 1, 0, 'par must be a number of seconds > 0 and < 3600, got "never"'],
  ['title: A\npar: 4000\n\n#', 1, 0, 'par must be a number of seconds > 0 and < 3600, got "4000"'],
  [`${head}#1x!#`, 4, 3, 'the legend has no entry for "x"'],
  [`${head}#12 #\n#####`, 4, 0, 'a map must contain "!" exactly once, got 0 of them'],
  [`${head}#11!#\n#####`, 4, 3, 'a map must contain "1" exactly once, got 2 of them'],
  [`${head}#12!#\n#  ##`, 4, 2, 'robots need ground below'],
  [
    `${head}${map}\nrr roller\nd door`,
    8,
    1,
    'an entry of the legend must begin with a single letter, got "rr"',
  ],
  [`${head}${map}\nr roller\nr door`, 9, 1, '"r" is in the legend twice'],
  [`${head}${map}\nr dragon`, 8, 3, 'an entry of the legend must name one of door, plate'],
  [`${head}${map}\nr rocket`, 8, 3, 'an entry of the legend must name one of door, plate'],
  [`${head}${map}\nr roller of 3`, 8, 0, 'after an enemy, only "of 1" or "of 2" may follow'],
  [`${head}${map}\nr plate x`, 8, 0, 'there is no door "x" for the button "r"'],
  [`${head}${map}\nr roller\nd door`, 9, 1, 'no button opens the door "d"'],
  [`${head}${map}\nr roller\nd plate q\nq door`, 10, 1, 'the map has no "q"'],
  [`${head}${map}\nr swarm many flyer`, 8, 0, 'a swarm needs a number of enemies'],
  [`${head}${map}\nr swarm 5 door`, 8, 0, 'the enemies of a swarm must be one of roller, crawler'],
  [
    `${head}#12!     #\n####  t  #\n#        #\n##########\n\nt turret`,
    5,
    7,
    'a turret needs a wall beside it',
  ],
  [`${head}${map}\nr roller\nd sign\n`, 9, 0, 'a sign needs a text'],
])('an invalid level is rejected with the position of the error: %j', (source, line, column, problem) => {
  expect(() => levelOf(source)).toThrow(LevelError);
  try {
    levelOf(source);
  } catch (error) {
    expect(error).toMatchObject({ line, column });
    expect((error as Error).message).toContain(problem);
  }
});

test('any text is either a level or rejected with a LevelError', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('#12!ab \n:+*=()')), maxLength: 200 }),
      (text) => {
        try {
          levelOf(`title: x\n\n${text}`);
        } catch (error) {
          expect(error).toBeInstanceOf(LevelError);
        }
      },
    ),
  );
});

test('the legend defines the letters of the map', () => {
  const level = levelOf(
    `${head}#12 r x ! A #\n###########\n\nr roller of 2\nx saw\nA plate d\nd door`.replace(' A', 'dA'),
  );
  expect(level.spawns.map(({ kind, friend }) => [kind, friend ?? -1])).toEqual([
    [Kind.player, -1],
    [Kind.player, -1],
    [Kind.roller, 1],
    [Kind.saw, -1],
  ]);
  expect(level.doors).toEqual([{ cells: [{ x: 9, y: 0 }], isOpen: false }]);
  expect(level.buttons).toMatchObject([{ x: 10.5, y: 1, doors: [0], isSwitch: false }]);
});

test('the first wall of level 2 is three cells high', () => {
  const { rows } = catalog[1]!.text;
  const start = rows.findIndex((row) => row.includes('1'));
  const wall = rows[start]!.indexOf('#', rows[start]!.indexOf('2'));
  const column = rows.map((row) => row[wall]).slice(0, start + 1);
  expect(start - column.lastIndexOf(' ')).toBe(3);
});
