/**
 * The rules for options and arguments, for this package and those above it: an option given as `undefined` counts as absent,
 * bad input is an error that names the option, the requirement and the value, thrown before any state has changed, and builds for development warn
 * of unknown options.
 */
import { development } from './warnings/development-warnings.ts';

/**
 * Throws a TypeError that names `what` and the value unless `given` is an object. Builds for development also warn of unknown options, as
 * {@link warnUnknownOptions} does. For options of which nothing else is checked.
 */
export function checkOptions(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) checkObject(`${what}: options`, given);
  warnUnknownOptions(what, given as object, known);
}

/**
 * Builds for development warn on the console of members that are not among the `known` options. Called after all checks, since a call that is refused must
 * not warn as well.
 */
export function warnUnknownOptions(what: string, given: object, known: readonly string[]): void {
  development.warnings?.options(what, given, known);
}

/** What a number must be. Without bounds: any finite number. */
export interface NumberBounds {
  /** Least allowed value. */
  readonly min?: number;
  /** Greatest allowed value. */
  readonly max?: number;
  /** The value must be greater than this. */
  readonly above?: number;
  /** Only whole numbers are allowed. */
  readonly whole?: boolean;
  /** `Infinity` is allowed, as "without limit". */
  readonly unlimited?: boolean;
}

/** The options with their defaults, as {@link withDefaults} gives them. */
export type Complete<D, O> = Omit<O, keyof D> & {
  readonly [K in keyof D]: K extends keyof O ? Exclude<O[K], undefined> : D[K];
};

/** Returns a copy of `options` in which an option that is absent or `undefined` has the value of `defaults`. */
export function withDefaults<D extends object, O extends object>(
  defaults: D,
  options: O | undefined,
): Complete<D, O> {
  const complete = { ...defaults } as Record<string, unknown>;
  // Also inherited ones, and getters of a class, as where an option is read by its name.
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  const names = new Set(Object.keys(defaults));
  for (const name in given) names.add(name);
  for (const name of names) {
    const value = name === '__proto__' ? undefined : given[name]; // which would set the prototype
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

/** What a callback must be, except that of a task. Nobody would make the steps of its generator. */
export const NO_GENERATOR = 'a function that is not a generator function';

/** Throws a TypeError that names `what` and the value unless it is a function, and not a generator function. */
export function checkCallback(what: string, callback: unknown): void {
  checkKind(what, typeof callback === 'function', 'a function', callback);
  const tag = (callback as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  checkKind(what, !String(tag).endsWith('GeneratorFunction'), NO_GENERATOR, callback);
}

/** Throws a TypeError that names `what` and the value unless it is an object, such as a collection of options. */
export function checkObject(what: string, value: unknown): void {
  checkKind(what, typeof value === 'object' && value !== null, 'an object', value);
}

/**
 * Throws a TypeError that names `what` and the value unless it has what is used of an AbortSignal. It need not be an instance of this realm's class: that of
 * an iframe or a polyfill is none.
 */
export function checkSignal(what: string, value: unknown): void {
  const { aborted, addEventListener, removeEventListener } = (value ?? {}) as Partial<AbortSignal>;
  const isTarget = typeof addEventListener === 'function' && typeof removeEventListener === 'function';
  checkKind(what, isTarget && typeof aborted === 'boolean', 'an AbortSignal', value);
}

/** Throws a TypeError that says what `what` must be and names the value, unless `isRight`. */
export function checkKind(what: string, isRight: boolean, kind: string, value: unknown): void {
  if (!isRight) throw new TypeError(mustBe(what, kind, value));
}

/**
 * As {@link checkKind}, for a value that must be `kind`, of one of the classes of this package. The error says so if the value is of such a class in
 * another copy of the package.
 */
export function checkInstance(what: string, isRight: boolean, kind: string, value: unknown): void {
  if (isRight) return;
  const name = (value as object | undefined)?.constructor?.name;
  const isCopy = typeof value === 'object' && kind.split(' ').includes(name!);
  throw new TypeError(mustBe(what, kind, value) + (isCopy ? ' of another copy of @doha/loop' : ''));
}

/** The text of an error about a bad value. */
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

/** The class of `object`. Generators and iterators have no class with a name, but a tag. */
function nameOf(object: { readonly [Symbol.toStringTag]?: unknown }): string {
  const name: unknown = object.constructor?.name;
  const tag = object[Symbol.toStringTag];
  const hasName = typeof name === 'string' && name !== '' && name !== 'Object';
  if (hasName) return name;
  if (typeof tag === 'string' && tag !== '') return tag;
  return name === 'Object' ? name : 'no class';
}
