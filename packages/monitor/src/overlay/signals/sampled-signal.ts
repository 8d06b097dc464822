import { messageOf } from '../message-of.ts';
import type { Signal } from './signal.ts';

/** A signal whose value a callback of the application returns, once for each sample. A callback that failed is not called again until it is enabled. */
export class SampledSignal {
  readonly signal: Signal;
  /** The message of the error with which the callback failed. */
  error: string | undefined;
  #read: () => number;

  constructor(signal: Signal, read: () => number) {
    this.signal = signal;
    this.#read = read;
  }

  /** Adds the present value to the period. */
  sample(period: number): void {
    if (this.error !== undefined) return;
    try {
      const value: unknown = this.#read();
      if (typeof value === 'number' && Number.isFinite(value)) this.signal.add(period, value);
      else this.error = `returned ${String(value)} instead of a finite number`;
    } catch (error) {
      this.error = messageOf(error);
    }
  }

  /** Allows the callback to be called again. */
  enable(): void {
    this.error = undefined;
  }
}
