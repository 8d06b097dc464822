import type { Results } from '../results/results.ts';
import { markdownTable } from './markdown-table.ts';

const block = /(<!-- results: ([a-z0-9-]+) by (.+?) -->\n)[\s\S]*?(<!-- end of results -->)/g;

/**
 * Fills a Markdown page with figures: between `<!-- results: loop-queue by npm run bench -->` and `<!-- end of results -->`
 * stand afterwards the rows of these results as a table, and under what they were found. All else stays as it is.
 *
 * @throws Error where `read` has no such results.
 */
export function fillDocument(text: string, read: (name: string) => Results): string {
  return text.replace(block, (_, begin: string, name: string, command: string, end: string) => {
    const results = read(name);
    return `${begin}\n${markdownTable(results.rows)}\n\n${circumstances(results, command)}\n\n${end}`;
  });
}

function circumstances({ commit, date, machine, browser, parameters }: Results, command: string): string {
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
