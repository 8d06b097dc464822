import { namedErrors } from '../named-errors.ts';
import { attempt } from './attempt.ts';
import { errorMessage, errorText } from './error-text.ts';

/**
 * A thrown value on its way to another thread. The structured clone algorithm makes a plain Error of each class that it does not know, and drops
 * `code` and other properties.
 */
export type Thrown =
  | { readonly error: SentError }
  | { readonly list: readonly Thrown[] }
  | { readonly value: unknown };

interface SentError {
  /** The nearest class that the other thread has as well. */
  readonly kind: string;
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly properties: readonly SentProperty[];
}

type SentProperty = readonly [name: string, value: Thrown, isEnumerable: boolean];

/** The form in which a thrown value is sent. It can always be copied: what cannot is left out, or replaced by its text. */
export function packThrown(value: unknown): Thrown {
  const known = new Map<Error, SentError>();
  return pack(value, known) ?? packError(new Error(errorText(value)), known);
}

/** The thrown value. An error has its name, message, stack and properties, and is an instance of its class if that is built in or of this package. */
export function unpackThrown(thrown: Thrown): unknown {
  return unpack(thrown, new Map());
}

function pack(value: unknown, known: Map<Error, SentError>): Thrown | undefined {
  if (isError(value)) return packError(value, known);
  if (isListWithErrors(value)) return { list: value.map((one) => pack(one, known) ?? nothing) };
  return isCopied(value) ? { value } : undefined;
}

const nothing: Thrown = { value: undefined };

function packError(error: Error, known: Map<Error, SentError>): Thrown {
  const before = known.get(error); // errors may refer to each other
  if (before !== undefined) return { error: before };
  const properties: SentProperty[] = [];
  const sent = {
    kind: kindOf(error),
    name: textOf(error, 'name') ?? 'Error',
    message: errorMessage(error),
    stack: textOf(error, 'stack'),
    properties,
  };
  known.set(error, sent);
  for (const name of propertiesOf(error)) {
    const value = attempt(() => pack(error[name as keyof Error], known));
    const isEnumerable = Object.prototype.propertyIsEnumerable.call(error, name);
    if (value !== undefined) properties.push([name, value, isEnumerable]);
  }
  return { error: sent };
}

function textOf(error: Error, name: 'name' | 'stack'): string | undefined {
  const text = attempt(() => error[name]);
  return typeof text === 'string' ? text : undefined;
}

/** They are not enumerable, or come from the class. */
const special = ['cause', 'errors', 'code'];
/** They are sent by themselves. */
const separate: ReadonlySet<string> = new Set(['name', 'message', 'stack']);

function propertiesOf(error: Error): string[] {
  const names = attempt(() => [...special.filter((name) => name in error), ...Object.keys(error)]) ?? [];
  return [...new Set(names)].filter((name) => !separate.has(name));
}

// `DOMException` gives each of them a `code` of its own.
const domException = 'DOMException';
const hasDomException = typeof DOMException === 'function';

const classes: ReadonlyMap<string, { readonly prototype: Error }> = new Map(
  Object.entries({
    ...namedErrors,
    ...(hasDomException ? { [domException]: DOMException } : {}),
    AggregateError,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  }),
);

function kindOf(error: Error): string {
  for (const [kind, { prototype }] of classes) {
    if (attempt(() => Object.prototype.isPrototypeOf.call(prototype, error)) === true) return kind;
  }
  return 'Error';
}

function unpack(thrown: Thrown, known: Map<SentError, Error>): unknown {
  if ('error' in thrown) return unpackError(thrown.error, known);
  if ('list' in thrown) return thrown.list.map((one) => unpack(one, known));
  return thrown.value;
}

function unpackError(sent: SentError, known: Map<SentError, Error>): Error {
  const before = known.get(sent);
  if (before !== undefined) return before;
  const error = create(sent);
  known.set(sent, error);
  define(error, 'stack', sent.stack ?? `${sent.name}: ${sent.message}`, false);
  if (error.name !== sent.name) define(error, 'name', sent.name, false);
  for (const [name, value, isEnumerable] of sent.properties) {
    if (name === 'code' && sent.kind === domException) continue;
    define(error, name, unpack(value, known), isEnumerable);
  }
  return error;
}

// The constructors of this package would make the message anew.
function create({ kind, message, name }: SentError): Error {
  if (kind === domException && hasDomException) return new DOMException(message, name);
  const error = new Error(message);
  const known = classes.get(kind);
  return known === undefined ? error : (Object.setPrototypeOf(error, known.prototype) as Error);
}

function define(error: Error, name: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(error, name, { value, enumerable, configurable: true, writable: true });
}

// An error of another realm is no instance of this realm's class.
function isError(value: unknown): value is Error {
  if (typeof value !== 'object' || value === null) return false;
  const tag = attempt(() => Object.prototype.toString.call(value));
  return tag === '[object Error]' || attempt(() => value instanceof Error) === true;
}

function isListWithErrors(value: unknown): value is readonly unknown[] {
  return attempt(() => Array.isArray(value) && value.some(isError)) === true;
}

function isCopied(value: unknown): boolean {
  if (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol') return true;
  return attempt(() => (structuredClone(value), true)) === true;
}
