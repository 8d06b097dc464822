import type { OverlayModel } from '../overlay-model.ts';
import type { Signal } from '../signals/signal.ts';
import type { Canvas } from './canvas.ts';
import { colorOf, colors } from './colors.ts';
import { numberText, roundUp } from './number-text.ts';

const [lineHeight, plotHeight, axisHeight, gap] = [14, 46, 16, 6];

/** The part of the history that is shown. */
export interface ShownTime {
  /** Length in s. */
  readonly seconds: number;
  /** Time in ms from its end to the end of the history. */
  readonly back: number;
}

/** Signals that share a plot. */
interface Plot {
  readonly unit: string;
  readonly signals: readonly { readonly signal: Signal; readonly color: string }[];
}

/** The plots of the signals that are shown. `isTogether`: whether all signals share one plot. */
export function plotsOf(signals: readonly Signal[], isTogether: boolean): readonly Plot[] {
  const plots = new Map<string, { signal: Signal; color: string }[]>();
  for (const [i, signal] of signals.entries()) {
    if (!signal.settings.isShown || !signal.hasValues) continue;
    const unit = isTogether ? '' : signal.unit;
    const plot = plots.get(unit) ?? [];
    plots.set(unit, plot);
    plot.push({ signal, color: colorOf(i) });
  }
  return Array.from(plots, ([unit, members]) => ({ unit, signals: members }));
}

/** Height of the view in CSS pixels. */
export function heightOfSignals(plots: readonly Plot[], width: number): number {
  const heights = plots.map(({ signals }) => heightOfPlot(signals.length, width));
  return Math.max(120, axisHeight + heights.reduce((sum, height) => sum + height, 0));
}

/** Draws the signals over time, the oldest value at the left. */
export function drawSignals(
  canvas: Canvas,
  model: OverlayModel,
  plots: readonly Plot[],
  shown: ShownTime,
): void {
  const { period } = model.timeline;
  const count = Math.max(2, Math.round((shown.seconds * 1000) / period));
  const to = model.shownPeriods - Math.round(shown.back / period);
  drawCrossing(canvas, model, to - count, to);
  let y = 0;
  for (const plot of plots) {
    drawPlot(canvas, plot, y, to - count, to);
    y += heightOfPlot(plot.signals.length, canvas.width);
  }
  if (plots.length === 0) canvas.text('No signal has a value yet.', 8, 24, { color: colors.quiet });
  drawTimeAxis(canvas, shown);
}

function heightOfPlot(signals: number, width: number): number {
  return Math.ceil(signals / columnsFor(width)) * lineHeight + plotHeight + gap;
}

function columnsFor(width: number): number {
  return width < 300 ? 1 : 2;
}

function drawPlot(canvas: Canvas, { signals, unit }: Plot, top: number, from: number, to: number): void {
  const columns = columnsFor(canvas.width);
  const columnWidth = canvas.width / columns;
  const plotTop = top + Math.ceil(signals.length / columns) * lineHeight + 2;
  const lines = signals.map(({ color, signal }) => ({ color, signal, values: signal.values(from, to) }));
  for (const [i, { color, signal, values }] of lines.entries()) {
    const x = (i % columns) * columnWidth + 6;
    const y = top + (Math.floor(i / columns) + 1) * lineHeight - 2;
    canvas.rectangle(x, y - 8, 8, 8, color);
    const value = `${numberText(lastOf(values))} ${signal.unit}`;
    canvas.text(signal.name, x + 12, y, { color: colors.quiet, maxWidth: columnWidth - 114 });
    canvas.text(value, (i % columns) * columnWidth + columnWidth - 8, y, { align: 'right', maxWidth: 76 });
  }
  const [low, high] = rangeOf(lines.map(({ values }) => values));
  for (const y of [plotTop, plotTop + plotHeight - 4])
    canvas.rectangle(0, Math.round(y), canvas.width, 1, colors.grid);
  const place = { left: 0, top: plotTop, width: canvas.width, height: plotHeight - 4, low, high };
  for (const { color, values } of lines) drawLine(canvas, values, color, place);
  canvas.text(`${numberText(high)} ${unit}`, 6, plotTop + 11, { color: colors.quiet });
  if (low < 0) canvas.text(numberText(low), 6, plotTop + plotHeight - 8, { color: colors.quiet });
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
function drawCrossing(canvas: Canvas, { timeline, trigger }: OverlayModel, from: number, to: number): void {
  if (trigger.crossing === undefined) return;
  const { end, start } = trigger.crossing;
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
export function rangeOf(lines: readonly Float64Array[]): readonly [low: number, high: number] {
  let [low, high] = [0, 0];
  for (const values of lines)
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return [low < 0 ? -roundUp(-low) : 0, high > 0 ? roundUp(high) : low < 0 ? 0 : 1];
}
