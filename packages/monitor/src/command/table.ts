import { printable } from './printable.ts';

/** A row of a table: its cells by the names of their columns. */
export type Row = Readonly<Record<string, string | number>>;

/** Returns rows as text with aligned columns. Numbers that are not whole have three decimals. */
export function tableOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))];
  const isNumber = columns.map((column) => rows.some((row) => typeof row[column] === 'number'));
  const widths = columns.map((_, i) => lines.reduce((most, line) => Math.max(most, line[i]!.length), 0));
  return lines
    .map((line) => {
      const cells = line.map((cell, i) =>
        isNumber[i]! ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!),
      );
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function textOf(cell: string | number | undefined): string {
  if (typeof cell === 'number') return Number.isInteger(cell) ? `${cell}` : cell.toFixed(3);
  return printable(cell ?? '');
}
