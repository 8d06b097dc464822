import { expect, test } from 'vitest';
import type { Results } from '../results/results.ts';
import { fillDocument } from './fill-document.ts';

const results: Results = {
  name: 'loop-queue',
  commit: '0123456789abcdef0123456789abcdef01234567+',
  date: '2026-11-21T04:00:00.000Z',
  machine: { cpu: 'A CPU', cores: 2, memory: 24, os: 'linux x64 6', node: 'v20.20.2' },
  browser: 'Chromium 153',
  parameters: { rounds: 25 },
  rows: [{ name: 'ours', ns: 32 }],
  samples: {},
};

function read(name: string): Results {
  if (name !== results.name) throw new Error(`no ${name}`);
  return results;
}

const page = `# Figures

<!-- results: loop-queue by npm run bench -->
<!-- end of results -->

The end.
`;

test('a page gets the rows and the conditions of the measurement', () => {
  expect(fillDocument(page, read)).toBe(`# Figures

<!-- results: loop-queue by npm run bench -->

| name |  ns |
| ---- | --: |
| ours |  32 |

*\`npm run bench\` at 012345678+, 2026-11-21; 2 × A CPU, 24 GiB, linux x64 6; Node v20.20.2, Chromium 153; rounds 25*

<!-- end of results -->

The end.
`);
});

test('filling a page again with the same results changes nothing', () => {
  const filled = fillDocument(page, read);
  expect(fillDocument(filled, read)).toBe(filled);
});

test('a page with unknown results throws an error', () => {
  expect(() => fillDocument(page.replace('loop-queue', 'loop-list'), read)).toThrow('no loop-list');
});

test('a table without results stays as it is', () => {
  expect(fillDocument(page, () => undefined)).toBe(page);
});
