import { idealOf, type SpeedUp } from './speed-up.ts';

const margin = { left: 44, right: 16, top: 16, bottom: 44 };
/** Pixels that a line of the grid should be from the next at least. */
const gap = 36;

/** What is to be seen. */
export interface Charted {
  readonly speedUps: readonly SpeedUp[];
  readonly cores: number;
  /** Workers at the right end. */
  readonly most: number;
}

/** A chart of speed-up by workers, drawn anew whenever its size changes so that its letters keep theirs. */
export class Chart {
  #svg: SVGSVGElement;
  #charted: Charted = { speedUps: [], cores: 1, most: 1 };

  constructor(svg: SVGSVGElement) {
    this.#svg = svg;
    new ResizeObserver(() => this.#draw()).observe(svg);
  }

  show(charted: Charted): void {
    this.#charted = charted;
    this.#draw();
  }

  #draw(): void {
    const { clientHeight, clientWidth } = this.#svg;
    if (clientWidth === 0) return;
    const plane = planeOf(this.#charted, clientWidth, clientHeight);
    this.#svg.replaceChildren(...grid(plane), ...lines(plane, this.#charted));
  }
}

/** Where a number of workers and a speed-up lie, in pixels, and where both end. */
interface Plane {
  readonly x: (workers: number) => number;
  readonly y: (times: number) => number;
  readonly most: number;
  readonly highest: number;
  readonly right: number;
  readonly bottom: number;
}

function planeOf({ cores, most, speedUps }: Charted, width: number, height: number): Plane {
  const highest = 1.06 * Math.max(2, idealOf(most, cores), ...speedUps.map(({ times }) => times));
  const [right, bottom] = [width - margin.right, height - margin.bottom];
  return {
    x: (workers) => margin.left + ((right - margin.left) * workers) / (most + 0.3),
    y: (times) => bottom - ((bottom - margin.top) * times) / highest,
    most,
    highest,
    right,
    bottom,
  };
}

function grid({ bottom, highest, most, right, x, y }: Plane): SVGElement[] {
  return [
    ...ticks(most, right - margin.left).flatMap((workers) => [
      shape('path', { class: 'grid', d: `M${x(workers)} ${margin.top}V${bottom}` }),
      text(String(workers), { x: x(workers), y: bottom + 18, 'text-anchor': 'middle' }),
    ]),
    ...ticks(highest, bottom - margin.top).flatMap((times) => [
      shape('path', { class: 'grid', d: `M${margin.left} ${y(times)}H${right}` }),
      text(`${times}×`, { x: margin.left - 8, y: y(times) + 4, 'text-anchor': 'end' }),
    ]),
    text('workers', { x: (margin.left + right) / 2, y: bottom + 38, 'text-anchor': 'middle' }),
  ];
}

type Point = readonly [workers: number, times: number];

function lines({ x, y }: Plane, { cores, most, speedUps }: Charted): SVGElement[] {
  const made = speedUps.map(({ times, workers }): Point => [workers, times]);
  const fewest = Math.min(1, ...made.map(([workers]) => workers));
  const best = Array.from({ length: most + 1 }, (_, i): Point => [i, idealOf(i, cores)]).slice(fewest);
  const line = (name: string, points: readonly Point[]): SVGElement =>
    shape('polyline', {
      class: name,
      points: points.map(([workers, times]) => `${x(workers)} ${y(times)}`).join(','),
    });
  return [
    line('ideal', best),
    line('measured', made),
    ...made.map(([workers, times]) => shape('circle', { cx: x(workers), cy: y(times), r: 4.5 })),
  ];
}

/** Whole numbers from 0 to `end`, so many that their lines are not too near one another over `length` pixels. */
function ticks(end: number, length: number): number[] {
  const step = [1, 2, 4, 8, 16, 32].find((candidate) => (length * candidate) / end >= gap) ?? 64;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
}

type Attributes = Readonly<Record<string, string | number>>;

function shape(name: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function text(content: string, attributes: Attributes): SVGElement {
  const made = shape('text', attributes);
  made.textContent = content;
  return made;
}
