import type { Signal } from '../signals/signal.ts';
import { colorOf } from './colors.ts';

/** Greatest quotient of the ranges of two signals that share a plot. With a greater one, the smaller signal would be flat. */
const maxQuotient = 10;

/** A signal in a plot, with its values in the time that is shown. */
export interface PlotLine {
  readonly signal: Signal;
  readonly color: string;
  readonly values: Float64Array;
  /** The least and the greatest value, and 0: the plot contains both. */
  readonly low: number;
  readonly high: number;
}

/** Signals that share a plot, and thus an axis. */
export interface Plot {
  /** '' if the units differ. */
  readonly unit: string;
  readonly lines: readonly PlotLine[];
}

/**
 * Divides signals among plots: one for each unit, and one for each signal whose range is much greater than that of another one of its unit. Such a signal keeps its own
 * plot, so that plots do not come and go with each spike.
 */
export class PlotLayout {
  #alone: Set<Signal> = new Set();

  /** Returns the plots of the periods from `from` to before `to`. `isTogether`: whether all signals share one plot. */
  plotsOf(signals: readonly Signal[], from: number, to: number, isTogether: boolean): readonly Plot[] {
    const lines = signals.flatMap((signal, i): readonly PlotLine[] => {
      if (!signal.settings.isShown || !signal.hasValues) return [];
      const values = signal.values(from, to);
      return [{ signal, color: colorOf(i), values, ...rangeOf(values) }];
    });
    if (isTogether) return lines.length === 0 ? [] : [{ unit: '', lines }];
    const known = this.#alone.size;
    const plots = this.#plots(lines);
    for (const shared of plots) this.#separate(shared.lines);
    return this.#alone.size === known ? plots : this.#plots(lines);
  }

  #plots(lines: readonly PlotLine[]): readonly Plot[] {
    const plots = new Map<string | Signal, { readonly unit: string; readonly lines: PlotLine[] }>();
    for (const line of lines) {
      const { unit } = line.signal;
      const key = this.#alone.has(line.signal) ? line.signal : unit;
      const plot = plots.get(key) ?? { unit, lines: [] };
      plots.set(key, plot);
      plot.lines.push(line);
    }
    return [...plots.values()];
  }

  /** Gives plots of their own to the signals with the greatest ranges, until the ranges of the other ones are similar. */
  #separate(lines: readonly PlotLine[]): void {
    const sized = lines.map((line) => ({ line, size: sizeOf(line) })).filter(({ size }) => size > 0);
    const byRange = sized.toSorted((one, other) => other.size - one.size);
    const least = byRange.at(-1)?.size ?? 0;
    for (const { line, size } of byRange) if (size > maxQuotient * least) this.#alone.add(line.signal);
  }
}

/** The greatest absolute value; 0 if there is none. */
function sizeOf({ high, low }: PlotLine): number {
  return Math.max(high, -low);
}

function rangeOf(values: Float64Array): { readonly low: number; readonly high: number } {
  let [low, high] = [0, 0];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
