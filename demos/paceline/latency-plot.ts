import uPlot from 'uplot';
import { type History, span } from './latency-history.ts';
import { type Kind, kinds } from './kinds.ts';

/** Ms at the lower and the upper edge. */
const least = 8;
const most = 20_000;

/** What matters most is drawn last, above all else. */
const drawn = kinds.toReversed();

const styles: Readonly<Record<Kind, Partial<uPlot.Series>>> = {
  inputs: { width: 3 },
  positions: { width: 1.5 },
  video: { width: 1.5, dash: [7, 4] },
  download: { width: 1.5, dash: [2, 3] },
};

/** How late each kind of message was in the last half minute, on a scale of tenfolds, so that 20 ms and 10 s are both seen. */
export class LatencyPlot {
  #plot: uPlot;

  constructor(place: HTMLElement) {
    this.#plot = new uPlot(optionsFor(place), [[], [], ...drawn.map(() => [])], place);
    new ResizeObserver(() =>
      this.#plot.setSize({ width: place.clientWidth, height: place.clientHeight }),
    ).observe(place);
  }

  /** `path`: ms one way when nothing waits. */
  show(history: History, path: number): void {
    const { times } = history;
    const lines = drawn.map((kind) => history.latencies(kind));
    this.#plot.setData([times, times.map(() => path), ...lines]);
  }
}

function optionsFor(place: HTMLElement): uPlot.Options {
  const { color, font } = looksOf(place);
  const axis = {
    stroke: color('quiet'),
    font,
    grid: { stroke: color('line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 20, 0, 0],
    scales: { x: { time: false, range: [-span, 0] }, y: { distr: 3, range: [least, most] } },
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
      ...drawn.map((kind) => lineOf(kind, color(kind))),
    ],
  };
}

function lineOf(kind: Kind, stroke: string): uPlot.Series {
  return { ...styles[kind], stroke, points: { show: false } };
}

function secondsAgo(seconds: number): string {
  return seconds === 0 ? 'now' : `${-seconds} s ago`;
}

function looksOf(place: HTMLElement): { readonly color: (name: string) => string; readonly font: string } {
  const style = getComputedStyle(place);
  return {
    color: (name) => style.getPropertyValue(`--${name}`).trim(),
    font: `${style.fontSize} ${style.fontFamily}`,
  };
}
