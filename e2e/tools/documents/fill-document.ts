import type { Results } from '../results/results.ts';
import { markdownTable } from './markdown-table.ts';

const block = /(<!-- results: ([a-z0-9-]+) by (.+?) -->\n)[\s\S]*?(<!-- end of results -->)/g;

/**
 * Fills a Markdown page with results: replaces the text between `<!-- results: loop-queue by npm run bench -->` and `<!-- end of results
 * -->` with a table of the rows and the conditions of the measurement. Text for which `read` returns undefined stays as it is.
 *
 * @throws Error if `read` throws it, because results are missing.
 */
export function fillDocument(text: string, read: (name: string) => Results | undefined): string {
  return text.replace(block, (filled: string, begin: string, name: string, command: string, end: string) => {
    const results = read(name);
    if (results === undefined) return filled;
    return `${begin}\n${markdownTable(results.rows)}\n\n${conditions(results, command)}\n\n${end}`;
  });
}

function conditions({ commit, date, machine, browser, parameters }: Results, command: string): string {
  const { cpu, cores, memory, os, node } = machine;
  const knobs = Object.entries(parameters).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const about = [
    `\`${command}\` at ${commit.slice(0, 9)}${commit.endsWith('+') ? '+' : ''}, ${date.slice(0, 10)}`,
    `${cores} × ${cpu}, ${memory} GiB, ${os}`,
    `Node ${node}, ${browser}`,
    ...(knobs.length > 0 ? [knobs.join(', ')] : []),
  ];
  return `*${about.join('; ')}*`;
}
