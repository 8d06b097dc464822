import type { Row } from '../results/results.ts';

/**
 * Returns rows as a Markdown table with the columns of all rows. Columns of numbers are
 * right-aligned.
 */
export function markdownTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))];
  const widths = columns.map((_, column) => Math.max(3, ...cells.map((line) => line[column]!.length)));
  const isNumeric = columns.map((column) => rows.every((row) => typeof (row[column] ?? 0) === 'number'));
  const align = (text: string, column: number): string =>
    isNumeric[column] ? text.padStart(widths[column]!) : text.padEnd(widths[column]!);
  const lines = cells.map((line) => `| ${line.map(align).join(' | ')} |`);
  const rule = widths.map((width, column) =>
    isNumeric[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [lines[0], `| ${rule.join(' | ')} |`, ...lines.slice(1)].join('\n');
}

function cellOf(value: Row[string] | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 20 });
  return value.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
