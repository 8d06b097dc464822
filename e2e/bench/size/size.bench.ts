import { test } from '@playwright/test';
import { writeResults } from '../../tools/results/results.ts';
import { bundleRows } from './bundle-rows.ts';

test('the size of the pool by file', async () => {
  writeResults({ name: 'bench-bundle-size', parameters: {}, rows: await bundleRows() });
});
