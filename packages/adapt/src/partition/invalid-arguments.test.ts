import { describe, expect, test } from 'vitest';
import { estimateLoads } from './estimate-loads.ts';
import { qualityBalance } from './quality-balance.ts';
import { staticGrid } from './static-grid.ts';

describe('invalid input throws an error that names it:', () => {
  const bad = [NaN, Infinity, -Infinity, -1, '5', {}, null] as number[];
  const piece = { part: 0, load: 1, mass: 1 };
  const balance = { columns: 2, parts: 2 };
  const group = { count: 1, priority: 1 };
  const level = { capacity: 1, fullRate: 60, growth: 1 };

  test.each(bad)('%s as a number of staticGrid', (value) => {
    const grid = { width: 1, height: 1, parts: 1 };
    for (const name of ['width', 'height', 'parts'])
      expect(() => staticGrid({ ...grid, [name]: value })).toThrow(`staticGrid: ${name} must be`);
  });

  test.each([...bad, 2, 0.5])('%s as a number of qualityBalance', (value) => {
    const refused = (name: string, call: () => unknown): void =>
      expect(call).toThrow(new RegExp(`^qualityBalance: ${name} must be`));
    const pieces = [piece, { ...piece, part: 1 }];
    for (const name of ['columns', 'parts', 'loadShare', 'hysteresis', 'maxMoves']) {
      const isRight =
        (value === 2 && name !== 'loadShare') ||
        (value === 0.5 && !['columns', 'parts', 'maxMoves'].includes(name)) ||
        (value === Infinity && ['hysteresis', 'maxMoves'].includes(name));
      if (!isRight) refused(name, () => qualityBalance(pieces, { ...balance, [name]: value }));
    }
    if (value === 2 || value === 0.5) return;
    for (const name of ['part', 'load', 'mass'])
      refused(name, () => qualityBalance([{ ...piece, [name]: value }, ...pieces], balance));
    if (value !== null)
      refused('capacities', () => qualityBalance(pieces, { ...balance, capacities: [1, value] }));
  });

  test.each(bad)('%s as a number of estimateLoads', (value) => {
    for (const name of ['capacity', 'fullRate', 'growth'])
      expect(() => estimateLoads([group], { ...level, [name]: value })).toThrow(
        `estimateLoads: ${name} must be`,
      );
    for (const name of ['count', 'priority']) {
      if (name === 'priority' && value === -1) continue;
      expect(() => estimateLoads([group, { ...group, [name]: value }], level)).toThrow(
        `estimateLoads: ${name} must be`,
      );
    }
  });

  test.each([1e6 + 1, 2 ** 32, 2 ** 53 - 1])('%d parts', (parts) => {
    const kind = `must be a whole number from 1 to 1,000,000, got ${parts}`;
    expect(() => staticGrid({ width: 1, height: 1, parts })).toThrow(RangeError(`staticGrid: parts ${kind}`));
    expect(() => qualityBalance([], { columns: 1, parts })).toThrow(
      RangeError(`qualityBalance: parts ${kind}`),
    );
  });

  test('capacities that are null', () => {
    expect(() => qualityBalance([], { ...balance, capacities: null as never })).toThrow(
      TypeError('qualityBalance: capacities must be an array, got null'),
    );
  });

  test('a position that is not an object, and a coordinate that is not a number', () => {
    const { partOf } = staticGrid({ width: 1, height: 1, parts: 2 });
    for (const [shown, position] of Object.entries({ undefined, null: null, '5': 5, "'here'": 'here' }))
      expect(() => partOf(position as never)).toThrow(
        new TypeError(`partOf: position must be an object, got ${shown}`),
      );
    expect(() => partOf({ x: NaN, y: 0 })).toThrow(
      new RangeError('partOf: x and y must be numbers, got NaN and 0'),
    );
    for (const [shown, y] of Object.entries({ null: null, "'1'": '1', '1n': 1n, 'an array': [] }))
      expect(() => partOf({ x: 0, y: y as never })).toThrow(
        new TypeError(`partOf: x and y must be numbers, got 0 and ${shown}`),
      );
  });

  test('a BigInt with an n, a string in quotes, and a symbol with its description', () => {
    expect(() => estimateLoads([], { ...level, capacity: 5n as never })).toThrow(
      new TypeError('estimateLoads: capacity must be a number from 1e-100 to 1e100, got 5n'),
    );
    expect(() => qualityBalance([{ ...piece, load: '5' as never }], balance)).toThrow(
      new TypeError("qualityBalance: load must be a finite number ≥ 0, got '5'"),
    );
    expect(() => qualityBalance([{ ...piece, part: Symbol('part') as never }], balance)).toThrow(
      new TypeError('qualityBalance: part must be a whole number from 0 to 1, got Symbol(part)'),
    );
  });

  test('a value of another type instead of a number', () => {
    const calls: Readonly<Record<string, (value: never) => unknown>> = {
      'estimateLoads: capacity': (capacity) => estimateLoads([group], { ...level, capacity }),
      'estimateLoads: fullRate': (fullRate) => estimateLoads([group], { ...level, fullRate }),
      'estimateLoads: growth': (growth) => estimateLoads([group], { ...level, growth }),
      'estimateLoads: count': (count) => estimateLoads([{ ...group, count }], level),
      'estimateLoads: priority': (priority) => estimateLoads([{ ...group, priority }], level),
      'qualityBalance: columns': (columns) => qualityBalance([piece], { ...balance, columns }),
      'qualityBalance: parts': (parts) => qualityBalance([piece], { ...balance, parts }),
      'qualityBalance: capacities': (one) => qualityBalance([piece], { ...balance, capacities: [one, 1] }),
      'qualityBalance: loadShare': (loadShare) => qualityBalance([piece], { ...balance, loadShare }),
      'qualityBalance: hysteresis': (hysteresis) => qualityBalance([piece], { ...balance, hysteresis }),
      'qualityBalance: maxMoves': (maxMoves) => qualityBalance([piece], { ...balance, maxMoves }),
      'qualityBalance: part': (part) => qualityBalance([{ ...piece, part }], balance),
      'qualityBalance: load': (load) => qualityBalance([{ ...piece, load }], balance),
      'qualityBalance: mass': (mass) => qualityBalance([{ ...piece, mass }], balance),
      'staticGrid: width': (width) => staticGrid({ width, height: 1, parts: 2 }),
      'staticGrid: height': (height) => staticGrid({ width: 1, height, parts: 2 }),
      'staticGrid: parts': (parts) => staticGrid({ width: 1, height: 1, parts }),
    };
    for (const [name, call] of Object.entries(calls))
      for (const [shown, value] of Object.entries({
        "'0'": '0',
        '1n': 1n,
        'Symbol()': Symbol(),
        null: null,
      })) {
        expect(() => call(value as never)).toThrow(TypeError);
        expect(() => call(value as never)).toThrow(new RegExp(`^${name} must be .*, got ${escaped(shown)}$`));
      }
  });

  test('a list that is not an array of objects', () => {
    for (const [shown, list] of Object.entries({ 'an object': new Set([piece]), undefined, '5': 5 })) {
      expect(() => qualityBalance(list as never, balance)).toThrow(
        new TypeError(`qualityBalance: pieces must be an array, got ${shown}`),
      );
      expect(() => estimateLoads(list as never, level)).toThrow(
        new TypeError(`estimateLoads: groups must be an array, got ${shown}`),
      );
    }
    expect(() => qualityBalance([piece, null as never], balance)).toThrow(
      new TypeError('qualityBalance: a piece must be an object, got null'),
    );
    expect(() => estimateLoads([5 as never], level)).toThrow(
      new TypeError('estimateLoads: a group must be an object, got 5'),
    );
  });

  test('except options that are undefined, which count as absent', () => {
    const options = {
      ...balance,
      capacities: undefined,
      loadShare: undefined,
      hysteresis: undefined,
      maxMoves: undefined,
    };
    expect(qualityBalance([piece, piece], options as never)).toEqual(qualityBalance([piece, piece], balance));
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[()]/g, '\\$&');
}
