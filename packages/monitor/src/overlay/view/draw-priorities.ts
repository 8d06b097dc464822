import { firstPriority } from '../../recording/first-priority.ts';
import type { PriorityRow } from '../callbacks/priority-rates.ts';
import type { OverlayModel } from '../overlay-model.ts';
import type { Canvas } from './canvas.ts';
import { colors } from './colors.ts';
import { numberText } from './number-text.ts';

const [rowHeight, head, foot] = [22, 22, 44];
/** Length in ms of the time of the rates. */
export const rateSpan = 1000;

/** Height of the view in CSS pixels. */
export function heightOfPriorities(rows: readonly PriorityRow[]): number {
  return Math.max(120, head + rows.length * rowHeight + foot);
}

/** Draws the rate of callbacks by priority, the highest priority first, and the rates of drops. */
export function drawPriorities(canvas: Canvas, model: OverlayModel, rows: readonly PriorityRow[]): void {
  if (rows.length === 0) canvas.text('No task ran in the last second.', 8, 38, { color: colors.quiet });
  canvas.text('priority', 6, 14, { color: colors.quiet });
  canvas.text('callbacks/s', canvas.width - 6, 14, { align: 'right', color: colors.quiet });
  const most = Math.max(1, ...rows.map(({ rate }) => rate));
  const [left, right] = [96, 60];
  for (const [i, { high, low, rate }] of rows.entries()) {
    const y = head + i * rowHeight;
    const name = priorityText(low, high);
    const width = ((canvas.width - left - right) * rate) / most;
    canvas.text(name, left - 8, y + 14, { align: 'right', maxWidth: left - 14 });
    canvas.rectangle(left, y + 3, canvas.width - left - right, rowHeight - 8, colors.grid);
    canvas.rectangle(left, y + 3, rate > 0 ? Math.max(1, width) : 0, rowHeight - 8, colors.accent);
    canvas.text(numberText(rate), canvas.width - 6, y + 14, { align: 'right' });
  }
  for (const [i, { rate, text }] of model.builtIn.losses(model.shownPeriods).entries())
    canvas.text(`${text}: ${numberText(rate)}/s`, 6, canvas.height - foot + 22 + i * 15, {
      color: rate > 0 ? colors.warning : colors.quiet,
    });
}

/** The text of a range of priorities. */
export function priorityText(low: number, high: number): string {
  if (low >= firstPriority) return 'first';
  return low === high ? numberText(low) : `${numberText(low)} to ${numberText(high)}`;
}
