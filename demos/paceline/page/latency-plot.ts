import { type LatencyHistory, span } from './latency-history.ts';
import { type Kind, kinds } from '../network/kinds.ts';

/** Limits of the scale in ms. */
const minLatency = 8;
const maxLatency = 20_000;
const gridLatencies = [10, 100, 1000, 10_000] as const;
const gridTimes = [-30, -20, -10, 0] as const;
/** Distances of the plane from the edges in CSS pixels. */
const margin = { left: 56, right: 20, top: 8, bottom: 26 };

/** The line of the most urgent kind is drawn last, above the other lines. */
const drawOrder = kinds.toReversed();

const styles: Readonly<Record<Kind, { readonly width: number; readonly dash?: readonly number[] }>> = {
  inputs: { width: 3 },
  positions: { width: 1.5 },
  video: { width: 1.5, dash: [7, 4] },
  download: { width: 1.5, dash: [2, 3] },
};
const pathDash = [1, 4];

/**
 * The latency of each kind of message in the last half minute, on a logarithmic scale that shows both 20 ms and 10 s. It is drawn by hand: uPlot, used before,
 * throws at its import if the browser has a language that `Intl` rejects, such as `en-US@posix`.
 */
export class LatencyPlot {
  #canvas: HTMLCanvasElement = document.createElement('canvas');
  #style: CSSStyleDeclaration;

  /** Fills the element `container`. */
  constructor(container: HTMLElement) {
    container.append(this.#canvas);
    this.#style = getComputedStyle(container);
  }

  /** `pathDelay`: one-way delay in ms without a queue. */
  show(history: LatencyHistory, pathDelay: number): void {
    const plane = this.#clear();
    this.#drawGrid(plane);
    const { times } = history;
    this.#drawLine(
      plane,
      'quiet',
      times,
      times.map(() => pathDelay),
      1,
      pathDash,
    );
    for (const kind of drawOrder) {
      const { dash = [], width } = styles[kind];
      this.#drawLine(plane, kind, times, history.latencies(kind), width, dash);
    }
  }

  /** Clears the canvas. Its resolution is that of the display. */
  #clear(): Plane {
    const { clientHeight: height, clientWidth: width } = this.#canvas;
    const [pixelWidth, pixelHeight] = [width, height].map((size) => Math.round(size * devicePixelRatio));
    if (this.#canvas.width !== pixelWidth || this.#canvas.height !== pixelHeight)
      Object.assign(this.#canvas, { width: pixelWidth, height: pixelHeight });
    const context = this.#canvas.getContext('2d')!;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, width, height);
    const [right, bottom] = [width - margin.right, height - margin.bottom];
    const decades = Math.log(maxLatency / minLatency);
    return {
      context,
      right,
      bottom,
      x: (seconds) => right + (seconds / span) * (right - margin.left),
      y: (ms) => bottom - (Math.log(Math.max(minLatency, ms) / minLatency) / decades) * (bottom - margin.top),
    };
  }

  #drawGrid({ bottom, context, right, x, y }: Plane): void {
    context.font = `${this.#style.fontSize} ${this.#style.fontFamily}`;
    context.fillStyle = this.#color('quiet');
    context.strokeStyle = this.#color('line');
    context.lineWidth = 1;
    context.setLineDash([]);
    context.beginPath();
    for (const ms of gridLatencies) {
      context.moveTo(margin.left, y(ms));
      context.lineTo(right, y(ms));
    }
    for (const seconds of gridTimes) {
      context.moveTo(x(seconds), margin.top);
      context.lineTo(x(seconds), bottom);
    }
    context.stroke();
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    for (const ms of gridLatencies)
      context.fillText(ms < 1000 ? `${ms} ms` : `${ms / 1000} s`, margin.left - 8, y(ms));
    context.textAlign = 'center';
    for (const seconds of gridTimes)
      context.fillText(seconds === 0 ? 'now' : `${-seconds} s ago`, x(seconds), bottom + 14);
  }

  /** Draws a line with a gap at each time without a latency. */
  #drawLine(
    { context, x, y }: Plane,
    color: string,
    times: readonly number[],
    latencies: readonly (number | null)[],
    width: number,
    dash: readonly number[],
  ): void {
    context.strokeStyle = this.#color(color);
    context.lineWidth = width;
    context.lineJoin = 'round';
    context.setLineDash([...dash]);
    context.beginPath();
    for (const [i, ms] of latencies.entries()) {
      if (ms === null) continue;
      const isContinued = i > 0 && latencies[i - 1] !== null;
      if (isContinued) context.lineTo(x(times[i]!), y(ms));
      else context.moveTo(x(times[i]!), y(ms));
    }
    context.stroke();
  }

  #color(name: string): string {
    return this.#style.getPropertyValue(`--${name}`).trim();
  }
}

/** The mapping from seconds and milliseconds to CSS pixels. */
interface Plane {
  readonly context: CanvasRenderingContext2D;
  readonly right: number;
  readonly bottom: number;
  readonly x: (seconds: number) => number;
  readonly y: (ms: number) => number;
}
