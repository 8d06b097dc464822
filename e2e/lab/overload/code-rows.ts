import { readFileSync } from 'node:fs';
import { bundledSize } from '../../tools/node/bundled-size.ts';
import { root } from '../../tools/repository.mjs';
import type { Row } from '../../tools/results/results.ts';

const folder = `${root}demos/overload/contestants/`;

/** The files of each contestant, and the name of its export. */
const contestants = [
  { scheduler: 'Plain loop', name: 'plain', files: ['plain.ts'] },
  { scheduler: 'Hand-written slicer', name: 'sliced', files: ['sliced.ts'] },
  { scheduler: 'React’s scheduler', name: 'reactScheduler', files: ['react-scheduler.ts', 'classify.ts'] },
  { scheduler: 'scheduler.postTask', name: 'postTask', files: ['post-task.ts', 'classify.ts'] },
  { scheduler: 'DOHA', name: 'doha', files: ['doha.ts'] },
] as const;

/** The cost of each contestant in code: its own lines, and the bytes that a page loads for it with its scheduler. */
export async function codeRows(): Promise<Row[]> {
  process.env['NODE_ENV'] = 'production'; // Playwright sets it to `test`, and React's scheduler would not be minified
  const rows: Row[] = [];
  for (const { files, name, scheduler } of contestants) {
    const code = `export { ${name} } from ${JSON.stringify(folder + files[0])};`;
    const lines = files.reduce((sum, file) => sum + linesOf(folder + file), 0);
    rows.push({ scheduler, 'lines of code': lines, 'bytes in a page': await bundledSize(code) });
  }
  return rows;
}

/** Lines that are neither blank nor comments. */
function linesOf(file: string): number {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return text.split('\n').filter((line) => !/^\s*(\/\/|$)/.test(line)).length;
}
