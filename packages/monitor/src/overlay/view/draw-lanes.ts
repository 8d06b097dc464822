import type { CallbackTable } from '../callbacks/callback-table.ts';
import type { BarKind } from '../lanes/bar-ring.ts';
import type { ThreadLane } from '../lanes/thread-lanes.ts';
import type { OverlayModel } from '../overlay-model.ts';
import type { Crossing } from '../signals/trigger.ts';
import type { Canvas } from './canvas.ts';
import { colorOf, colors } from './colors.ts';
import type { ShownTime } from './draw-signals.ts';
import { numberText } from './number-text.ts';

const [laneHeight, foot] = [58, 34];
/** Time in ms after which a thread without records is silent. */
const silence = 1000;

/** Top and height of the bars of each kind, within a lane. */
const rowOf: Readonly<Record<BarKind, { readonly top: number; readonly height: number }>> = {
  turn: { top: 16, height: 32 },
  span: { top: 18, height: 8 },
  callback: { top: 28, height: 12 },
  window: { top: 42, height: 4 },
};

/** The least width of a bar in CSS pixels. Of several bars within a column, the last one is drawn. */
const columnWidth = 2;

/** A point of the canvas. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Height of the view in CSS pixels. */
export function heightOfLanes(lanes: readonly ThreadLane[]): number {
  return Math.max(120, lanes.length * laneHeight + foot);
}

/** Draws one lane for each thread. `pointed`: the point under the pointer, whose bar is described. */
export function drawLanes(
  canvas: Canvas,
  { callbacks, lanes, now, trigger }: OverlayModel,
  { back, seconds }: ShownTime,
  pointed?: Point,
): void {
  const to = now - back;
  const view = { canvas, callbacks, from: to - seconds * 1000, to, pointed };
  if (trigger.crossing !== undefined) drawCrossing(view, trigger.crossing);
  const found = lanes.all.map((lane, i) => drawLane(view, lane, i * laneHeight, now));
  if (found.length === 0) canvas.text('No thread has records yet.', 8, 24, { color: colors.quiet });
  const y = canvas.height - 4;
  canvas.text(`-${numberText(back / 1000 + seconds)} s`, 6, y, { color: colors.quiet });
  const newest = back === 0 ? 'now' : `-${numberText(back / 1000)} s`;
  canvas.text(newest, canvas.width - 6, y, { align: 'right', color: colors.quiet });
  const described = found.find((text) => text !== undefined) ?? 'Point at a bar to read its name.';
  canvas.text(canvas.cutText(described, canvas.width - 12), 6, y - 15);
}

interface View {
  readonly canvas: Canvas;
  readonly callbacks: CallbackTable;
  readonly from: number;
  readonly to: number;
  readonly pointed: Point | undefined;
}

/** Returns the description of the bar under the pointer. */
function drawLane(view: View, lane: ThreadLane, top: number, now: number): string | undefined {
  const { callbacks, canvas, from, pointed, to } = view;
  const scale = canvas.width / (to - from);
  const { width } = canvas;
  const filled = { turn: width, span: width, callback: width, window: width }; // the left edge of the bars that are drawn
  let described: string | undefined;
  canvas.rectangle(0, top + laneHeight - 5, canvas.width, 1, colors.grid);
  lane.bars.visit(from, to, (kind, start, end, name) => {
    const left = Math.max(0, Math.floor(((start - from) * scale) / columnWidth) * columnWidth);
    if (left >= filled[kind]) return; // a later bar has this column
    const right = Math.min(filled[kind], Math.max(left + columnWidth, (end - from) * scale));
    filled[kind] = left;
    const row = rowOf[kind];
    const y = top + row.top;
    const gap = right - left > 3 ? 0.5 : 0;
    canvas.rectangle(left, y, right - left - gap, row.height, kind === 'turn' ? colors.turn : colorOf(name));
    if (pointed === undefined || pointed.x < left || pointed.x >= right) return;
    if (pointed.y >= y && pointed.y < y + row.height && (kind !== 'turn' || described === undefined))
      described = `${kind} ${callbacks.at(name).name}: ${numberText(end - start)} ms`;
  });
  drawGaps(view, lane, top);
  const quiet = now - lane.lastRecordAt;
  const isSilent = quiet > silence;
  canvas.text(canvas.cutText(lane.thread, canvas.width / 2), 6, top + 12);
  if (isSilent)
    canvas.text(`silent for ${numberText(quiet / 1000)} s`, canvas.width - 6, top + 12, {
      align: 'right',
      color: colors.warning,
    });
  return described;
}

/** Marks the period at which the trigger has fired, behind the bars. */
function drawCrossing({ canvas, from, to }: View, { end, start }: Crossing): void {
  const xAt = (time: number): number => ((time - from) / (to - from)) * canvas.width;
  const left = Math.max(0, xAt(start));
  const right = Math.min(canvas.width, Math.max(xAt(end), xAt(start) + columnWidth));
  if (right > left) canvas.rectangle(left, 0, right - left, canvas.height - foot, colors.crossing);
}

function drawGaps({ canvas, from, to }: View, { gaps }: ThreadLane, top: number): void {
  for (const { count, time } of gaps) {
    if (time < from || time > to) continue;
    const x = ((time - from) / (to - from)) * canvas.width;
    canvas.rectangle(x - 1, top + 14, 3, laneHeight - 22, colors.warning);
    const align = x > canvas.width / 2 ? 'right' : 'left';
    canvas.text(`${numberText(count)} lost`, x + (align === 'left' ? 5 : -5), top + 26, {
      align,
      color: colors.warning,
    });
  }
}
