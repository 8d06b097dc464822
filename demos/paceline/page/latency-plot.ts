import uPlot from 'uplot';
import { type LatencyHistory, span } from './latency-history.ts';
import { type Kind, kinds } from '../network/kinds.ts';

/** Limits of the scale in ms. */
const minLatency = 8;
const maxLatency = 20_000;

/** The line of the most urgent kind is drawn last, above the other lines. */
const drawOrder = kinds.toReversed();

const styles: Readonly<Record<Kind, Partial<uPlot.Series>>> = {
  inputs: { width: 3 },
  positions: { width: 1.5 },
  video: { width: 1.5, dash: [7, 4] },
  download: { width: 1.5, dash: [2, 3] },
};

/** The latency of each kind of message in the last half minute, on a logarithmic scale that shows both 20 ms and 10 s. */
export class LatencyPlot {
  #plot: uPlot;

  constructor(container: HTMLElement) {
    this.#plot = new uPlot(optionsFor(container), [[], [], ...drawOrder.map(() => [])], container);
    new ResizeObserver(() =>
      this.#plot.setSize({ width: container.clientWidth, height: container.clientHeight }),
    ).observe(container);
  }

  /** `pathDelay`: one-way delay in ms without a queue. */
  show(history: LatencyHistory, pathDelay: number): void {
    const { times } = history;
    const lines = drawOrder.map((kind) => history.latencies(kind));
    this.#plot.setData([times, times.map(() => pathDelay), ...lines]);
  }
}

function optionsFor(container: HTMLElement): uPlot.Options {
  const { color, font } = styleOf(container);
  const axis = {
    stroke: color('quiet'),
    font,
    grid: { stroke: color('line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: container.clientWidth,
    height: container.clientHeight,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 20, 0, 0],
    scales: { x: { time: false, range: [-span, 0] }, y: { distr: 3, range: [minLatency, maxLatency] } },
    axes: [
      { ...axis, size: 26, splits: () => [-30, -20, -10, 0], values: (_, all) => all.map(secondsAgo) },
      {
        ...axis,
        size: 56,
        splits: () => [10, 100, 1000, 10_000],
        filter: (_, all) => all,
        values: (_, all) => all.map((ms) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`)),
      },
    ],
    series: [
      {},
      { stroke: color('quiet'), width: 1, dash: [1, 4], points: { show: false } },
      ...drawOrder.map((kind) => lineOf(kind, color(kind))),
    ],
  };
}

function lineOf(kind: Kind, stroke: string): uPlot.Series {
  return { ...styles[kind], stroke, points: { show: false } };
}

function secondsAgo(seconds: number): string {
  return seconds === 0 ? 'now' : `${-seconds} s ago`;
}

function styleOf(container: HTMLElement): {
  readonly color: (name: string) => string;
  readonly font: string;
} {
  const style = getComputedStyle(container);
  return {
    color: (name) => style.getPropertyValue(`--${name}`).trim(),
    font: `${style.fontSize} ${style.fontFamily}`,
  };
}
