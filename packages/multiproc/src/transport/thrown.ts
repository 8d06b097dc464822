import { namedErrors } from '../named-errors.ts';
import { attempt } from './attempt.ts';
import { copyOf, isObject } from './copy-of.ts';
import { errorText } from './error-text.ts';
import { isDeeperThan } from './is-deeper-than.ts';

/**
 * A thrown value in the form in which it is sent to another thread. The structured clone algorithm turns errors of unknown classes into a plain Error,
 * and drops `code` and other properties.
 */
export type Thrown =
  | { readonly error: SentError }
  | { readonly list: readonly Thrown[] }
  | { readonly value: unknown };

interface SentError {
  /** The nearest class that the other thread knows as well. */
  readonly kind: string;
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly properties: readonly SentProperty[];
}

type SentProperty = readonly [name: string, value: Thrown, isEnumerable: boolean];

/** Maximum number of nested errors and lists, and of nested levels in a value. The other thread may have a smaller stack than this one. */
const MAX_LEVELS = 100;

/**
 * Returns a form of a thrown value that can always be copied and always be read by the other thread. Parts that cannot be copied are left out or
 * replaced by their text. Never throws.
 */
export function packThrown(value: unknown): Thrown {
  return attempt(() => pack(value, new Map(), 1)) ?? textError(errorText(value));
}

/** Returns a form with only texts, for an error whose packed form could not be sent because of `problem`. */
export function plainThrown(thrown: Thrown, problem: unknown): Thrown {
  return 'error' in thrown ? { error: { ...thrown.error, properties: [] } } : textError(errorText(problem));
}

/** Returns whether a packed error has only texts. */
export function isPlainThrown(thrown: Thrown): boolean {
  return 'error' in thrown && thrown.error.properties.length === 0;
}

/**
 * Returns the thrown value. An error has its name, message, stack and properties. It is an instance
 * of its class if the class is built in or belongs to this package.
 */
export function unpackThrown(thrown: Thrown): unknown {
  return unpack(thrown, new Map());
}

function textError(message: string): Thrown {
  return { error: { kind: 'Error', name: 'Error', message, stack: undefined, properties: [] } };
}

/** The values that are packed already. Errors, lists and values may refer to each other, or be referred to twice. */
type Known = Map<unknown, Thrown>;

function pack(value: unknown, known: Known, level: number): Thrown | undefined {
  const before = known.get(value);
  if (before !== undefined) return before;
  const isOfErrors = isListWithErrors(value);
  if (!isOfErrors && !isError(value)) return packValue(value, known);
  if (level > MAX_LEVELS) return { value: errorText(value) };
  return isOfErrors ? packList(value, known, level) : packError(value, known, level);
}

// The copy is sent, because a getter may return another value the next time.
function packValue(value: unknown, known: Known): Thrown | undefined {
  const copy = attempt(() => ({ value: copyOf(value) }));
  if (copy === undefined || isDeeperThan(copy.value, MAX_LEVELS)) return undefined;
  if (isObject(value)) known.set(value, copy);
  return copy;
}

function packList(values: readonly unknown[], known: Known, level: number): Thrown {
  const list: Thrown[] = [];
  const packed = { list };
  known.set(values, packed);
  for (let i = 0; i < values.length; i++) list.push(pack(values[i], known, level + 1) ?? nothing);
  return packed;
}

const nothing: Thrown = { value: undefined };

function packError(error: Error, known: Known, level: number): Thrown {
  const properties: SentProperty[] = [];
  const packed = {
    error: {
      kind: kindOf(error),
      name: textOf(error, 'name') ?? 'Error',
      message: textOf(error, 'message') ?? errorText(error),
      stack: textOf(error, 'stack'),
      properties,
    },
  };
  known.set(error, packed);
  for (const name of propertiesOf(error)) {
    const property = attempt(() => packProperty(error, name, known, level));
    if (property !== undefined) properties.push(property);
  }
  return packed;
}

function packProperty(error: Error, name: string, known: Known, level: number): SentProperty | undefined {
  const value = pack(error[name as keyof Error], known, level + 1);
  const isEnumerable = Object.prototype.propertyIsEnumerable.call(error, name);
  return value && [name, value, isEnumerable];
}

function textOf(error: Error, name: 'name' | 'message' | 'stack'): string | undefined {
  const text = attempt(() => error[name]);
  return typeof text === 'string' ? text : undefined;
}

/** Properties that are not enumerable or belong to the class. */
const special = ['cause', 'errors', 'code'];
/** Properties that have fields of their own in {@link SentError}. */
const separate: ReadonlySet<string> = new Set(['name', 'message', 'stack']);

function propertiesOf(error: Error): string[] {
  const names = attempt(() => [...special.filter((name) => name in error), ...Object.keys(error)]) ?? [];
  return [...new Set(names)].filter((name) => !separate.has(name));
}

const domException = 'DOMException';
const hasDomException = typeof DOMException === 'function';

const builtIn = {
  AggregateError,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

const classes: ReadonlyMap<string, { readonly prototype: Error }> = new Map(
  Object.entries({
    ...namedErrors,
    ...(hasDomException ? { [domException]: DOMException } : {}),
    ...builtIn,
  }),
);

function kindOf(error: Error): string {
  for (const [kind, { prototype }] of classes) {
    if (attempt(() => Object.prototype.isPrototypeOf.call(prototype, error)) === true) return kind;
  }
  return attempt(() => foreignKindOf(error)) ?? 'Error';
}

// Each realm, such as an iframe or a context of `node:vm`, has its own built-in classes.
function foreignKindOf(error: Error): string | undefined {
  for (let link: unknown = error; (link = Object.getPrototypeOf(link)) !== null;) {
    const { constructor } = link as object;
    const isNative = Function.prototype.toString.call(constructor).includes('[native code]');
    if (isNative && Object.hasOwn(builtIn, constructor.name)) return constructor.name;
  }
  return undefined;
}

type Unpacked = Map<object, unknown>;

function unpack(thrown: Thrown, known: Unpacked): unknown {
  if ('error' in thrown) return unpackError(thrown.error, known);
  return 'list' in thrown ? unpackList(thrown.list, known) : thrown.value;
}

function unpackList(list: readonly Thrown[], known: Unpacked): unknown[] {
  const before = known.get(list);
  if (before !== undefined) return before as unknown[];
  const values: unknown[] = [];
  known.set(list, values);
  for (const one of list) values.push(unpack(one, known));
  return values;
}

function unpackError(sent: SentError, known: Unpacked): Error {
  const before = known.get(sent);
  if (before !== undefined) return before as Error;
  const error = create(sent);
  known.set(sent, error);
  define(error, 'stack', sent.stack ?? `${sent.name}: ${sent.message}`, false);
  if (error.name !== sent.name) define(error, 'name', sent.name, false);
  for (const [name, value, isEnumerable] of sent.properties) {
    if (name === 'code' && sent.kind === domException) continue; // the constructor has set it
    define(error, name, unpack(value, known), isEnumerable);
  }
  return error;
}

// Calling the constructors of this package would create another message.
function create({ kind, message, name }: SentError): Error {
  if (kind === domException && hasDomException) return new DOMException(message, name);
  const error = new Error(message);
  const known = classes.get(kind);
  return known === undefined ? error : (Object.setPrototypeOf(error, known.prototype) as Error);
}

function define(error: Error, name: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(error, name, { value, enumerable, configurable: true, writable: true });
}

// An error of another realm is not an instance of this realm's class.
function isError(value: unknown): value is Error {
  if (typeof value !== 'object' || value === null) return false;
  const tag = attempt(() => Object.prototype.toString.call(value));
  return tag === '[object Error]' || attempt(() => value instanceof Error) === true;
}

function isListWithErrors(value: unknown): value is readonly unknown[] {
  return attempt(() => Array.isArray(value) && value.some(isError)) === true;
}
