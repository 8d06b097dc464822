import { messageOf } from '../message-of.ts';

/** The values that a parameter may have. */
export type ParameterValue = number | string | boolean;

/** Whether a value is one that a parameter may have. The application may return others. */
export function isParameterValue(value: unknown): value is ParameterValue {
  return ['number', 'string', 'boolean'].includes(typeof value);
}

/** A value of the application that the user may change. */
export interface ParameterOptions<Value extends ParameterValue> {
  /** Returns the present value. */
  get: () => Value;
  /** Changes the value. It may throw: the overlay shows the message and the value that `get` returns. */
  set: (value: Value) => unknown;
  /** The least number. */
  min?: number | undefined;
  /** The greatest number. */
  max?: number | undefined;
  /** Distance of two numbers. Default: any number. */
  step?: number | undefined;
  /** The values to choose from. */
  options?: readonly Value[] | undefined;
}

/** Number of changes that can be undone. */
const maxChanges = 100;

/** A writable parameter. Source: gscope (Goel 2003, section 6.4.2). */
export class Parameter {
  readonly name: string;
  readonly options: ParameterOptions<ParameterValue>;
  /** The last value that `get` has returned. */
  value: ParameterValue | undefined;
  /** The first value that `get` has returned. */
  initial: ParameterValue | undefined;
  #writeError: string | undefined;
  #readError: string | undefined;
  #earlier: ParameterValue[] = [];

  constructor(name: string, options: ParameterOptions<ParameterValue>) {
    this.name = name;
    this.options = options;
    this.read();
  }

  /** The message of the last change, if it failed, or of the last call of `get`. */
  get error(): string | undefined {
    return this.#writeError ?? this.#readError;
  }

  get kind(): 'boolean' | 'choice' | 'number' | 'unknown' {
    if (this.options.options !== undefined) return 'choice';
    if (typeof this.value === 'boolean') return 'boolean';
    return typeof this.value === 'number' ? 'number' : 'unknown';
  }

  get canUndo(): boolean {
    return this.#earlier.length > 0;
  }

  /** Reads the present value. */
  read(): void {
    try {
      this.value = this.options.get();
      this.initial ??= this.value;
      this.#readError = undefined;
    } catch (error) {
      this.#readError = messageOf(error);
    }
  }

  /**
   * Changes the value. If that fails, {@link error} says why, and the value is the one that `get` returns. `isContinued`: whether the change continues the last
   * one, such as a slider that moves on. Both are undone together.
   */
  write(value: ParameterValue, isContinued = false): void {
    const { value: before } = this;
    this.#write(value);
    if (before === undefined || Object.is(this.value, before) || (isContinued && this.canUndo)) return;
    this.#earlier.push(before);
    if (this.#earlier.length > maxChanges) this.#earlier.shift();
  }

  /** Restores the value before the last change. */
  undo(): void {
    const before = this.#earlier.pop();
    if (before !== undefined) this.#write(before);
  }

  /** Restores the first value. This change can be undone. */
  reset(): void {
    if (this.initial !== undefined && !Object.is(this.initial, this.value)) this.write(this.initial);
  }

  #write(value: ParameterValue): void {
    this.#writeError = this.#reasonAgainst(value);
    if (this.#writeError === undefined) {
      const fail = (error: unknown): void => {
        this.#writeError = messageOf(error);
      };
      try {
        const result = this.options.set(value);
        if (result instanceof Promise) result.catch(fail);
      } catch (error) {
        fail(error);
      }
    }
    this.read();
  }

  #reasonAgainst(value: ParameterValue): string | undefined {
    const { max = Infinity, min = -Infinity, options } = this.options;
    if (options !== undefined) return options.includes(value) ? undefined : 'not one of the options';
    if (typeof value !== 'number') return undefined;
    if (!Number.isFinite(value)) return 'must be a number';
    if (value < min || value > max) return `must be from ${min} to ${max}`;
    return undefined;
  }
}
