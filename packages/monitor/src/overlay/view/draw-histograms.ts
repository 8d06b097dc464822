import type { LogHistogram } from '../../histogram/log-histogram.ts';
import type { CallbackTable } from '../callbacks/callback-table.ts';
import type { Canvas } from './canvas.ts';
import { colorOf, colors } from './colors.ts';
import { numberText } from './number-text.ts';

const [rowHeight, head] = [46, 20];
const maxRows = 24;

/** Limits of the axis, in ms, as exponents of ten. */
const [leastPower, greatestPower] = [-3, 3];

interface Row {
  readonly name: string;
  readonly histogram: LogHistogram;
  readonly color: string;
}

/** The rows of the view: the run times by name, the greatest total time first, and then the lateness of timers. */
export function histogramRows({ byTotalTime, lateness }: CallbackTable): readonly Row[] {
  const rows = byTotalTime
    .slice(0, maxRows)
    .map(({ index, name, runTimes }) => ({ name, histogram: runTimes, color: colorOf(index) }));
  const late = { name: 'lateness of timers', histogram: lateness, color: colors.quiet };
  return lateness.count > 0 ? [...rows, late] : rows;
}

/** Height of the view in CSS pixels. */
export function heightOfHistograms(rows: readonly Row[]): number {
  return Math.max(120, head + rows.length * rowHeight);
}

/** Draws a histogram for each row, on one logarithmic axis from 1 µs to 1 s. */
export function drawHistograms(canvas: Canvas, rows: readonly Row[]): void {
  if (rows.length === 0) return canvas.text('No callback was recorded yet.', 8, 24, { color: colors.quiet });
  const texts = ['1 µs', '10 µs', '0.1 ms', '1 ms', '10 ms', '0.1 s', '1 s'];
  for (const [i, text] of texts.entries()) {
    const x = xOf(10 ** (leastPower + i), canvas.width);
    const align = i === 0 ? 'left' : i === texts.length - 1 ? 'right' : 'center';
    canvas.text(text, x, 13, { align, color: colors.quiet });
    canvas.rectangle(Math.round(x), head, 1, canvas.height, colors.grid);
  }
  for (const [i, row] of rows.entries()) drawRow(canvas, row, head + i * rowHeight);
}

function drawRow(canvas: Canvas, { color, histogram, name }: Row, top: number): void {
  const y = top + 13;
  const quantiles = [0.5, 0.95, 0.999].map((p) => numberText(histogram.quantile(p)));
  const total = `${numberText(histogram.sum)} ms`;
  canvas.rectangle(6, y - 8, 8, 8, color);
  const numbers = `${quantiles.join(' · ')} ms · Σ ${total}`;
  canvas.text(canvas.cutText(name, canvas.width * 0.42), 18, y);
  canvas.text(numbers, canvas.width - 6, y, {
    align: 'right',
    color: colors.quiet,
    maxWidth: canvas.width * 0.52,
  });
  drawBars(canvas, histogram, color, top + rowHeight - 3);
}

/** Draws the values by columns of three pixels. The highest column is as high as the row. */
function drawBars(canvas: Canvas, histogram: LogHistogram, color: string, bottom: number): void {
  const columns = new Float64Array(Math.ceil(canvas.width / 3));
  for (const { count, from, to } of histogram.buckets()) {
    const column = Math.floor(xOf(Math.sqrt(from * to), canvas.width) / 3);
    columns[Math.min(columns.length - 1, column)]! += count;
  }
  const most = Math.max(...columns);
  for (const [i, count] of columns.entries()) {
    const height = count === 0 ? 0 : Math.max(1, (count / most) * (rowHeight - 20));
    canvas.rectangle(i * 3, bottom - height, 2, height, color);
  }
}

function xOf(milliseconds: number, width: number): number {
  const share = (Math.log10(milliseconds) - leastPower) / (greatestPower - leastPower);
  return 6 + Math.min(1, Math.max(0, share)) * (width - 12);
}
