import { Parameter, type ParameterOptions, type ParameterValue } from './parameter.ts';

/** The writable parameters of an overlay, in the order in which they were added. */
export class ParameterSet {
  /** Counts the additions and removals. */
  changes = 0;
  #parameters: Map<string, Parameter> = new Map();

  get all(): readonly Parameter[] {
    return [...this.#parameters.values()];
  }

  /** Adds a parameter. Replaces one of the same name. Returns a function that removes it. */
  add(name: string, options: ParameterOptions<ParameterValue>): () => void {
    const parameter = new Parameter(name, options);
    this.#parameters.set(name, parameter);
    this.changes++;
    return () => {
      if (this.#parameters.get(name) !== parameter) return;
      this.#parameters.delete(name);
      this.changes++;
    };
  }

  /** The values by name, as JSON. */
  toJson(): string {
    const values = this.all.map(({ name, value }) => [name, value]);
    return JSON.stringify(Object.fromEntries(values), null, 2);
  }
}
