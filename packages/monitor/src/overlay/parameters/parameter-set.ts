import { NamedSet } from './named-set.ts';
import { isParameterValue, type Parameter } from './parameter.ts';

/** The writable parameters of an overlay. */
export class ParameterSet extends NamedSet<Parameter> {
  /** The values by name, as JSON. Values of other types than a parameter may have are left out, because JSON has no form for some of them. */
  toJson(): string {
    const values = this.all
      .filter(({ value }) => isParameterValue(value))
      .map(({ name, value }) => [name, value]);
    return JSON.stringify(Object.fromEntries(values), null, 2);
  }
}
