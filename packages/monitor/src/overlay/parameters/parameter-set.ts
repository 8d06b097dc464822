import { NamedSet } from './named-set.ts';
import type { Parameter } from './parameter.ts';

/** The writable parameters of an overlay. */
export class ParameterSet extends NamedSet<Parameter> {
  /** The values by name, as JSON. */
  toJson(): string {
    const values = this.all.map(({ name, value }) => [name, value]);
    return JSON.stringify(Object.fromEntries(values), null, 2);
  }
}
