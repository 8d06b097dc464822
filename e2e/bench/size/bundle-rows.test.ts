import { expect, test } from 'vitest';
import { bundledSize } from '../../tools/node/bundled-size.ts';
import { bundleRows, bundles } from './bundle-rows.ts';

test('the sizes of the parts add up to the size of each bundle', async () => {
  const rows = await bundleRows();
  for (const [name, code] of Object.entries(bundles)) {
    const bytes = rows.map((row) => Number(row[`${name}, bytes`]));
    const all = bytes.at(-1)!;
    expect(all).toBe(await bundledSize(code));
    const sum = bytes.slice(0, -1).reduce((total, one) => total + one, 0);
    expect(Math.abs(sum - all)).toBeLessThan(rows.length);
  }
  const parts = rows.map(({ part }) => part);
  expect(parts).toContain('multiproc/src/pool/pool.ts');
  expect(parts).toContain('loop/src/queue/priority-queue.ts');
});
