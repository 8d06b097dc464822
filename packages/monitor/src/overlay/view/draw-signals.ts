import type { OverlayModel } from '../overlay-model.ts';
import type { Signal } from '../signals/signal.ts';
import type { Canvas } from './canvas.ts';
import { colors } from './colors.ts';
import { numberText, roundUp } from './number-text.ts';
import type { Plot } from './plot-layout.ts';

const [lineHeight, plotHeight, axisHeight, gap] = [14, 46, 16, 6];

/** The part of the history that is shown. */
export interface ShownTime {
  /** Length in s. */
  readonly seconds: number;
  /** Time in ms from its end to the end of the history. */
  readonly back: number;
}

/** Numbers of the first period that is shown, and of the period after the last one. */
export function periodsOf(
  { shownPeriods, timeline }: OverlayModel,
  { back, seconds }: ShownTime,
): readonly [from: number, to: number] {
  const count = Math.max(2, Math.round((seconds * 1000) / timeline.period));
  const to = shownPeriods - Math.round(back / timeline.period);
  return [to - count, to];
}

/** Height of the view in CSS pixels. */
export function heightOfSignals(canvas: Canvas, plots: readonly Plot[], width: number): number {
  const heights = plots.map((plot) => heightOfPlot(plot, columnsOf(canvas, plot, width)));
  return Math.max(120, axisHeight + heights.reduce((sum, height) => sum + height, 0));
}

/** Draws the signals over time, the oldest value at the left. */
export function drawSignals(
  canvas: Canvas,
  model: OverlayModel,
  plots: readonly Plot[],
  shown: ShownTime,
): void {
  const [from, to] = periodsOf(model, shown);
  drawCrossing(canvas, model, from, to);
  let y = 0;
  for (const plot of plots) {
    const columns = columnsOf(canvas, plot, canvas.width);
    drawPlot(canvas, plot, columns, y);
    y += heightOfPlot(plot, columns);
  }
  if (plots.length === 0) canvas.text('No signal has a value yet.', 8, 24, { color: colors.quiet });
  drawTimeAxis(canvas, shown);
}

function heightOfPlot({ lines }: Plot, columns: number): number {
  return Math.ceil(lines.length / columns) * lineHeight + plotHeight + gap;
}

/** Number of columns of the legend: two, if all names are short enough. */
function columnsOf(canvas: Canvas, { lines }: Plot, width: number): 1 | 2 {
  const fits = lines.every(
    ({ signal }) => canvas.textWidth(signal.name) <= nameWidth(canvas, signal, width / 2),
  );
  return fits ? 2 : 1;
}

/** Room in CSS pixels for the name of a signal in the legend, beside its color and its value. */
function nameWidth(canvas: Canvas, { unit }: Signal, columnWidth: number): number {
  return columnWidth - 32 - canvas.textWidth(`0.000 ${unit}`);
}

function drawPlot(canvas: Canvas, { lines }: Plot, columns: number, top: number): void {
  const columnWidth = canvas.width / columns;
  const plotTop = top + Math.ceil(lines.length / columns) * lineHeight + 2;
  for (const [i, { color, signal, values }] of lines.entries()) {
    const x = (i % columns) * columnWidth + 6;
    const y = top + (Math.floor(i / columns) + 1) * lineHeight - 2;
    canvas.rectangle(x, y - 8, 8, 8, color);
    const name = canvas.cutText(signal.name, nameWidth(canvas, signal, columnWidth));
    canvas.text(name, x + 12, y, { color: colors.quiet });
    const value = `${numberText(lastOf(values))} ${signal.unit}`;
    canvas.text(value, (i % columns) * columnWidth + columnWidth - 8, y, { align: 'right' });
  }
  const [low, high] = axisOf(lines);
  for (const y of [plotTop, plotTop + plotHeight - 4])
    canvas.rectangle(0, Math.round(y), canvas.width, 1, colors.grid);
  const place = { left: 0, top: plotTop, width: canvas.width, height: plotHeight - 4, low, high };
  for (const { color, values } of lines) drawLine(canvas, values, color, place);
  drawLimit(canvas, numberText(high), plotTop + 1);
  if (low < 0) drawLimit(canvas, numberText(low), plotTop + plotHeight - 18);
}

/** Writes a limit of the axis, in front of the oldest values, which remain visible. The legend has the unit. */
function drawLimit(canvas: Canvas, text: string, top: number): void {
  canvas.rectangle(0, top, canvas.textWidth(text) + 10, 13, `${colors.background}99`);
  canvas.text(text, 6, top + 10, { color: colors.quiet });
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly low: number;
  readonly high: number;
}

function drawLine({ context }: Canvas, values: Float64Array, color: string, place: Place): void {
  const scale = place.height / (place.high - place.low);
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.lineJoin = 'round'; // the miter of a spike would be longer than the plot is high
  context.beginPath();
  let isDrawing = false;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) {
      isDrawing = false;
      continue;
    }
    const x = place.left + (i / (values.length - 1)) * place.width;
    const y = place.top + (place.high - value) * scale;
    if (isDrawing) context.lineTo(x, y);
    else context.moveTo(x - 0.75, y);
    if (!isDrawing) context.lineTo(x + 0.75, y); // a single value is a dot
    isDrawing = true;
  }
  context.stroke();
}

/** Marks the period at which the trigger has fired. */
function drawCrossing(canvas: Canvas, model: OverlayModel, from: number, to: number): void {
  const { timeline, trigger } = model;
  const crossing = model.crossing ?? trigger.crossing;
  if (crossing === undefined) return;
  const { end, start } = crossing;
  const period = timeline.periodAt((start + end) / 2);
  if (period < from || period >= to) return;
  const x = ((period - from) / (to - 1 - from)) * canvas.width;
  const left = Math.min(canvas.width - 1, Math.max(0, Math.round(x - 0.5)));
  canvas.rectangle(left, 0, 1, canvas.height - axisHeight, colors.warning);
  const at = Math.min(canvas.width - 60, Math.max(60, x));
  canvas.text('trigger', at, canvas.height - 4, { align: 'center', color: colors.warning });
}

function drawTimeAxis(canvas: Canvas, { back, seconds }: ShownTime): void {
  const y = canvas.height - 4;
  const end = back / 1000;
  canvas.text(`-${numberText(end + seconds)} s`, 6, y, { color: colors.quiet });
  const newest = end === 0 ? 'now' : `-${numberText(end)} s`;
  canvas.text(newest, canvas.width - 6, y, { align: 'right', color: colors.quiet });
}

function lastOf(values: Float64Array): number {
  return values.findLast((value) => !Number.isNaN(value)) ?? NaN;
}

/** The range of a plot: from 0, or from a rounded negative number, to a rounded positive one. */
function axisOf(lines: Plot['lines']): readonly [low: number, high: number] {
  const low = Math.min(...lines.map((line) => line.low));
  const high = Math.max(...lines.map((line) => line.high));
  return [low < 0 ? -roundUp(-low) : 0, high > 0 ? roundUp(high) : low < 0 ? 0 : 1];
}
