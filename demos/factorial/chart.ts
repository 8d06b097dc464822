import type { Spread } from '../lib/spread.ts';
import { idealOf, type SpeedUp } from './speed-up.ts';

const margin = { left: 44, right: 52, top: 16, bottom: 44 };
/** Minimum distance of two grid lines in pixels. */
const minGap = 36;

/** The data of the chart. Groups without workers or with killed workers are not shown. */
export interface ChartData {
  readonly speedUps: readonly SpeedUp[];
  readonly cores: number;
  /** The number of workers at the right end of the x axis. */
  readonly maxWorkers: number;
}

/**
 * A chart of the speed relative to one worker, by number of workers, with medians and ranges. It is redrawn when its size changes, because
 * scaling it would also scale its text.
 */
export class Chart {
  #svg: SVGSVGElement;
  #data: ChartData = { speedUps: [], cores: 1, maxWorkers: 1 };

  constructor(svg: SVGSVGElement) {
    this.#svg = svg;
    new ResizeObserver(() => this.#draw()).observe(svg);
  }

  show(data: ChartData): void {
    this.#data = data;
    this.#draw();
  }

  #draw(): void {
    const { clientHeight, clientWidth } = this.#svg;
    if (clientWidth === 0) return;
    const plane = planeOf(this.#data, clientWidth, clientHeight);
    this.#svg.replaceChildren(...grid(plane), ...lines(plane, this.#data));
  }
}

/** The mapping from a number of workers and a speed-up to pixels, and the ends of both axes. */
interface Plane {
  readonly x: (workers: number) => number;
  readonly y: (factor: number) => number;
  readonly maxWorkers: number;
  readonly maxFactor: number;
  readonly right: number;
  readonly bottom: number;
}

function planeOf({ cores, maxWorkers, speedUps }: ChartData, width: number, height: number): Plane {
  const factors = speedUps.flatMap((one) => measuredPoints(one).map(({ spread }) => spread.max));
  const maxFactor = 1.1 * Math.max(2, idealOf(maxWorkers, cores), ...factors);
  const [right, bottom] = [width - margin.right, height - margin.bottom];
  return {
    x: (workers) => margin.left + ((right - margin.left) * workers) / (maxWorkers + 0.3),
    y: (factor) => bottom - ((bottom - margin.top) * factor) / maxFactor,
    maxWorkers,
    maxFactor,
    right,
    bottom,
  };
}

function grid({ bottom, maxFactor, maxWorkers, right, x, y }: Plane): SVGElement[] {
  return [
    ...ticks(maxWorkers, right - margin.left).flatMap((workers) => [
      shape('path', { class: 'grid', d: `M${x(workers)} ${margin.top}V${bottom}` }),
      text(String(workers), { x: x(workers), y: bottom + 18, 'text-anchor': 'middle' }),
    ]),
    ...ticks(maxFactor, bottom - margin.top).flatMap((factor) => [
      shape('path', { class: 'grid', d: `M${margin.left} ${y(factor)}H${right}` }),
      text(`${factor}×`, { x: margin.left - 8, y: y(factor) + 4, 'text-anchor': 'end' }),
    ]),
    text('workers', { x: (margin.left + right) / 2, y: bottom + 38, 'text-anchor': 'middle' }),
  ];
}

type Point = readonly [workers: number, factor: number];

function lines({ x, y }: Plane, { cores, maxWorkers, speedUps }: ChartData): SVGElement[] {
  const found = speedUps.flatMap(measuredPoints);
  const measured = found.map(({ spread, workers }): Point => [workers, spread.median]);
  const minWorkers = Math.min(1, ...measured.map(([workers]) => workers));
  const ideal = Array.from({ length: maxWorkers + 1 }, (_, i): Point => [i, idealOf(i, cores)]).slice(
    minWorkers,
  );
  const line = (name: string, points: readonly Point[]): SVGElement =>
    shape('polyline', {
      class: name,
      points: points.map(([workers, factor]) => `${x(workers)} ${y(factor)}`).join(','),
    });
  return [
    line('ideal', ideal),
    line('measured', measured),
    ...found.flatMap(({ spread: { max, median, min }, workers }) => [
      shape('path', { class: 'range', d: `M${x(workers)} ${y(min)}V${y(max)}` }),
      shape('circle', { cx: x(workers), cy: y(median), r: 4.5 }),
      text(`${median.toFixed(2)} ×`, { class: 'value', x: x(workers) + 9, y: y(median) + 16 }),
    ]),
  ];
}

/** The point of a group of undisturbed runs with a number of workers; empty for other groups. */
function measuredPoints({ factor, killed, workers }: SpeedUp): { workers: number; spread: Spread }[] {
  if (workers === 'alone' || killed > 0 || factor === undefined) return [];
  return [{ workers, spread: factor }];
}

/**
 * The values of the grid lines on an axis that is `length` pixels long and shows 0 to `end`. Their
 * step is the smallest power of two, at most 64, with at least `minGap` pixels between two lines.
 */
function ticks(end: number, length: number): number[] {
  const step = [1, 2, 4, 8, 16, 32].find((candidate) => (length * candidate) / end >= minGap) ?? 64;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
}

type Attributes = Readonly<Record<string, string | number>>;

function shape(name: string, attributes: Attributes): SVGElement {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
  return created;
}

function text(content: string, attributes: Attributes): SVGElement {
  const created = shape('text', attributes);
  created.textContent = content;
  return created;
}
