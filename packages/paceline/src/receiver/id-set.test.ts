import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet } from './id-set.ts';

test('it has what was added, each once, in as few stretches as there are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 100 }), (ids) => {
      const set = new IdSet();
      const model = new Set<number>();
      for (const id of ids) {
        expect(set.add(id)).toBe(!model.has(id));
        model.add(id);
        expect(set.stretches).toBe([...model].filter((one) => !model.has(one - 1)).length);
      }
      for (let id = 0; id <= 41; id++) expect(set.has(id)).toBe(model.has(id));
    }),
  );
});
