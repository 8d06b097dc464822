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
    const { cores, most, speedUps } = this.#charted;
    const { clientHeight: height, clientWidth: width } = this.#svg;
    if (width === 0) return;
    const highest = Math.max(2, idealOf(most, cores), ...speedUps.map(({ times }) => times)) * 1.06;
    const [right, bottom] = [width - margin.right, height - margin.bottom];
    const x = (workers: number): number => margin.left + ((right - margin.left) * workers) / (most + 0.3);
    const y = (times: number): number => bottom - ((bottom - margin.top) * times) / highest;

    const path = (points: readonly (readonly [workers: number, times: number])[]): string =>
      `M${points.map(([workers, times]) => `${x(workers)} ${y(times)}`).join('L')}`;
    const best = Array.from({ length: most }, (_, i) => [i + 1, idealOf(i + 1, cores)] as const);
    const made = speedUps.map(({ times, workers }) => [workers, times] as const);
    this.#svg.replaceChildren(
      ...ticks(most, right - margin.left).flatMap((workers) => [
        shape('path', { class: 'grid', d: `M${x(workers)} ${margin.top}V${bottom}` }),
        text(String(workers), { x: x(workers), y: bottom + 18, 'text-anchor': 'middle' }),
      ]),
      ...ticks(highest, bottom - margin.top).flatMap((times) => [
        shape('path', { class: 'grid', d: `M${margin.left} ${y(times)}H${right}` }),
        text(`${times}×`, { x: margin.left - 8, y: y(times) + 4, 'text-anchor': 'end' }),
      ]),
      text('workers', { x: (margin.left + right) / 2, y: height - 6, 'text-anchor': 'middle' }),
      shape('path', { class: 'ideal', d: path(best) }),
      ...(made.length > 0 ? [shape('path', { class: 'measured', d: path(made) })] : []),
      ...made.map(([workers, times]) => shape('circle', { cx: x(workers), cy: y(times), r: 4.5 })),
    );
  }
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
