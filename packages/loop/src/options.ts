/**
 * Checks of options and arguments, for this package and the packages above it. An option with the
 * value `undefined` counts as absent. Invalid input throws an error with the option, the
 * requirement and the value, before any state changes. Builds for development warn of unknown
 * options.
 */
import { development } from './warnings/development-warnings.ts';

/**
 * Throws a TypeError that names `what` and the value unless `given` is an object. Then warns like {@link warnUnknownOptions}. For options without other
 * checks.
 */
export function checkOptions(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) checkObject(`${what}: options`, given);
  warnUnknownOptions(what, given as object, known);
}

/**
 * In builds for development, warns on the console of members of `given` that are not `known`
 * options. Call it after all checks, because invalid arguments should only throw.
 */
export function warnUnknownOptions(what: string, given: object, known: readonly string[]): void {
  development.warnings?.optionsGiven(what, given, known);
}

/** The requirement for a number. Without bounds: any finite number. */
export interface NumberBounds {
  /** Smallest allowed value. */
  readonly min?: number;
  /** Largest allowed value. */
  readonly max?: number;
  /** The value must be greater than this. */
  readonly above?: number;
  /** Only whole numbers are allowed. */
  readonly whole?: boolean;
  /** `Infinity` is allowed, as "without limit". */
  readonly unlimited?: boolean;
}

/** The result of {@link withDefaults}. */
export type Complete<D, O> = Omit<O, keyof D> & {
  readonly [K in keyof D]: K extends keyof O ? Exclude<O[K], undefined> : D[K];
};

/** Returns a copy of `options` in which absent and `undefined` options have the value of `defaults`. */
export function withDefaults<D extends object, O extends object>(
  defaults: D,
  options: O | undefined,
): Complete<D, O> {
  const complete = { ...defaults } as Record<string, unknown>;
  // Includes inherited members and getters of a class, as reading an option by its name would.
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  const names = new Set(Object.keys(defaults));
  for (const name in given) names.add(name);
  for (const name of names) {
    const value = name === '__proto__' ? undefined : given[name]; // `__proto__` would set the prototype
    if (value !== undefined) complete[name] = value;
  }
  return complete as Complete<D, O>;
}

/**
 * Returns `value`. Throws a TypeError that names `what` and the value if it is not a number, a RangeError if it is outside the
 * bounds. NaN is outside all bounds.
 */
export function checkNumber(what: string, value: unknown, bounds: NumberBounds = {}): number {
  const { min = -Infinity, max = Infinity, above = -Infinity, whole = false, unlimited = false } = bounds;
  if (typeof value !== 'number') throw new TypeError(mustBe(what, numberKind(bounds), value));
  const inside =
    unlimited && value === Infinity
      ? max === Infinity
      : Number.isFinite(value) &&
        value >= min &&
        value <= max &&
        value > above &&
        (!whole || Number.isInteger(value));
  if (!inside) throw new RangeError(mustBe(what, numberKind(bounds), value));
  return value;
}

/**
 * The requirement for all callbacks except those of tasks: a call of a generator function would
 * only create a generator, and run none of its code.
 */
export const NO_GENERATOR = 'a function that is not a generator function';

/** Throws a TypeError that names `what` and the value unless it is a function and not a generator function. */
export function checkCallback(what: string, callback: unknown): void {
  checkKind(what, typeof callback === 'function', 'a function', callback);
  const tag = (callback as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  checkKind(what, !String(tag).endsWith('GeneratorFunction'), NO_GENERATOR, callback);
}

/**
 * Calls {@link checkCallback} for each method of `object` that is in `names` and not undefined.
 * `object` is the option `option` of `where`.
 */
export function checkMethods<T extends object>(
  where: string,
  option: string,
  object: T,
  names: readonly (keyof T & string)[],
): void {
  for (const name of names)
    if (object[name] !== undefined) checkCallback(`${where}: ${name} of ${option}`, object[name]);
}

/** Throws a TypeError that names `what` and the value unless it is an object, such as a collection of options. */
export function checkObject(what: string, value: unknown): void {
  checkKind(what, typeof value === 'object' && value !== null, 'an object', value);
}

/**
 * Throws a TypeError that names `what` and the value unless it has the members of an AbortSignal
 * that are used. The value may be an instance of another class, such as that of an iframe or of a
 * polyfill.
 */
export function checkSignal(what: string, value: unknown): void {
  const { aborted, addEventListener, removeEventListener } = (value ?? {}) as Partial<AbortSignal>;
  const isTarget = typeof addEventListener === 'function' && typeof removeEventListener === 'function';
  checkKind(what, isTarget && typeof aborted === 'boolean', 'an AbortSignal', value);
}

/**
 * Unless `isRight`, throws a TypeError with the message that `what` must be `kind`, and with the
 * value.
 */
export function checkKind(what: string, isRight: boolean, kind: string, value: unknown): void {
  if (!isRight) throw new TypeError(mustBe(what, kind, value));
}

/**
 * Like {@link checkKind}, for instances of this package's classes. If the value is an instance of
 * the class in another copy of the package, the error says so.
 */
export function checkInstance(what: string, isRight: boolean, kind: string, value: unknown): void {
  if (isRight) return;
  const name = (value as object | undefined)?.constructor?.name;
  const isCopy = typeof value === 'object' && kind.split(' ').includes(name!);
  throw new TypeError(mustBe(what, kind, value) + (isCopy ? ' of another copy of @doha/loop' : ''));
}

/** The message of an error about an invalid value. */
export function mustBe(what: string, kind: string, value: unknown): string {
  return `${what} must be ${kind}, got ${display(value)}`;
}

function numberKind({ min, max, above, whole, unlimited }: NumberBounds): string {
  const kind = `a ${whole ? 'whole' : 'finite'} number`;
  const range =
    min !== undefined && max !== undefined
      ? ` from ${min} to ${max}`
      : `${above === undefined ? '' : ` > ${above}`}${min === undefined ? '' : ` ≥ ${min}`}${max === undefined ? '' : `${above === undefined ? '' : ' and'} ≤ ${max}`}`;
  return `${kind}${range}${unlimited ? ' or Infinity' : ''}`;
}

function display(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function')
    return value.name && typeof value.name === 'string'
      ? `the function ${value.name}`
      : 'an anonymous function';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : `an object (${nameOf(value)})`;
}

/** The class of `object`. Generators and iterators have no named class, but a tag. */
function nameOf(object: { readonly [Symbol.toStringTag]?: unknown }): string {
  const name: unknown = object.constructor?.name;
  const tag = object[Symbol.toStringTag];
  const hasName = typeof name === 'string' && name !== '' && name !== 'Object';
  if (hasName) return name;
  if (typeof tag === 'string' && tag !== '') return tag;
  return name === 'Object' ? name : 'no class';
}
