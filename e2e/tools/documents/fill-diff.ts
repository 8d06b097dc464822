import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonLines } from './adoption.mjs';

const block = /(<!-- diff: (\S+) (\S+) -->\n)[\s\S]*?(<!-- end of diff -->)/g;

/** Number of equal lines that are shown before and after each difference. */
const context = 2;

/**
 * Fills a Markdown page with differences of files: replaces the text between `<!-- diff: one.ts other.ts -->` and `<!-- end of diff -->`
 * with the diff from the first to the second file. Paths are relative to `root`.
 *
 * @throws Error if a file cannot be read.
 */
export function fillDiff(text: string, root: string): string {
  return text.replace(block, (_, begin: string, one: string, other: string, end: string) => {
    const lines = diff(linesOf(join(root, one)), linesOf(join(root, other)));
    return `${begin}\n\`\`\`diff\n--- ${one}\n+++ ${other}\n${lines.join('\n')}\n\`\`\`\n\n${end}`;
  });
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

function diff(one: string[], other: string[]): string[] {
  const lines: string[] = [];
  let [i, j] = [0, 0];
  for (const kept of commonLines(one, other)) {
    while (one[i] !== kept) lines.push(`-${one[i++]}`);
    while (other[j] !== kept) lines.push(`+${other[j++]}`);
    lines.push(` ${kept}`);
    i++;
    j++;
  }
  lines.push(...one.slice(i).map((line) => `-${line}`), ...other.slice(j).map((line) => `+${line}`));
  return withoutDistantLines(lines);
}

/** Leaves out equal lines that are far from all differences. After a difference, an ellipsis stands for the lines left out. */
function withoutDistantLines(lines: readonly string[]): string[] {
  const isNear = (i: number): boolean =>
    lines.slice(Math.max(0, i - context), i + context + 1).some((line) => !line.startsWith(' '));
  return lines.flatMap((line, i) => (isNear(i) ? [line] : i > 0 && isNear(i - 1) ? [' …'] : []));
}
