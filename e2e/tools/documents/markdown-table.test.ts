import { expect, test } from 'vitest';
import { markdownTable } from './markdown-table.ts';

test('numbers are right-aligned, and the table has the columns of all rows', () => {
  const rows = [
    { name: 'ours', ns: 12.5 },
    { name: 'a|b', ns: 1234, exact: true },
  ];
  expect(markdownTable(rows)).toBe(
    [
      '| name |    ns | exact |',
      '| ---- | ----: | ----- |',
      '| ours |  12.5 |       |',
      '| a\\|b | 1,234 | yes   |',
    ].join('\n'),
  );
});
