import { expect, test } from 'vitest';
import { MapCursor } from './map-cursor.ts';

const columns = 20;
const rows = 10;

test('arrow keys move the cursor, which stays on the map', () => {
  const cursor = new MapCursor();
  const press = (...keys: string[]): unknown => {
    for (const key of keys) cursor.press(key, false, columns, rows);
    return cursor.at;
  };
  expect(press('ArrowRight', 'ArrowDown')).toEqual({ column: 2, row: 2 });
  expect(press('Home', 'ArrowLeft', 'PageUp', 'ArrowUp')).toEqual({ column: 0, row: 0 });
  expect(press('End', 'ArrowRight', 'PageDown', 'ArrowDown')).toEqual({ column: 19, row: 9 });
  cursor.place({ column: 30, row: -2 }, columns, rows);
  expect(cursor.at).toEqual({ column: 19, row: 0 });
});

test('keys have commands, and other keys have none', () => {
  const cursor = new MapCursor();
  expect(cursor.press('KeyA', false, columns, rows)).toBeUndefined();
  expect(cursor.press('toString', false, columns, rows)).toBeUndefined();
  expect(cursor.isShown).toBe(false);
  const at = { column: 1, row: 1 };
  expect(cursor.press(' ', false, columns, rows)).toEqual({ type: 'act', at });
  expect(cursor.press('Enter', false, columns, rows)).toEqual({ type: 'act', at });
  expect(cursor.press('Delete', false, columns, rows)).toEqual({ type: 'clear', at });
  expect(cursor.press('Escape', false, columns, rows)).toEqual({ type: 'cancel' });
  const to = { column: 2, row: 1 };
  expect(cursor.press('ArrowRight', true, columns, rows)).toEqual({
    type: 'move',
    from: at,
    to,
    draws: true,
  });
  expect(cursor.isShown).toBe(true);
});
