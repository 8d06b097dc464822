import { expect, test } from 'vitest';
import { keepState, readState, type Storage } from './remembered-state.ts';

function memory(): Storage {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}

test('overlays with different names remember their states separately', () => {
  const storage = memory();
  keepState('one', { isShown: false, view: 'lanes', left: 3, top: 4 }, () => storage);
  expect(readState('one', () => storage)).toEqual({ isShown: false, view: 'lanes', left: 3, top: 4 });
  expect(readState('other', () => storage)).toEqual({});
});

test.each(['', 'null', '3', '{"view":"x","isShown":1,"left":"2","top":null}', '{"left":1}'])(
  'the kept text %o gives no state',
  (text) => {
    const storage = { getItem: () => text, setItem: () => {} };
    expect(readState('m', () => storage)).toEqual({});
  },
);

test('a page that must not store anything has no remembered state', () => {
  const refuse = (): never => {
    throw new Error('denied');
  };
  expect(readState('m', refuse)).toEqual({});
  expect(() => keepState('m', {}, refuse)).not.toThrow();
  expect(() => keepState('m', {}, () => ({ getItem: refuse, setItem: refuse }))).not.toThrow();
});
