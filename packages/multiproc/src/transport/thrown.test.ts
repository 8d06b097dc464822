import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { TableMissingError } from '../tables/table-missing-error.ts';
import { WaitCycleError } from '../task/wait-cycle-error.ts';
import { WorkerLostError } from '../pool/worker-lost-error.ts';
import { isPlainThrown, packThrown, plainThrown, unpackThrown } from './thrown.ts';

/** A value as it arrives in another thread. */
function sent<T>(value: T): T {
  return unpackThrown(structuredClone(packThrown(value))) as T;
}

class DiskFullError extends RangeError {
  override readonly name = 'DiskFullError';
  readonly code = 'E_DISK_FULL';
  readonly free = { bytes: 5n, at: new Date(0) };
}

describe('an error of this package arrives as an instance of its class', () => {
  test.each([
    [WaitCycleError, new WaitCycleError('in a circle')],
    [WorkerLostError, new WorkerLostError(3, new Error('gone'))],
    [TableMissingError, new TableMissingError('birds', new Error('too late'))],
  ])('%o', (Class, error) => {
    const received = sent<Error>(error);
    expect(received).toBeInstanceOf(Class);
    expect(received).not.toBe(error);
    const { cause, message, name, stack } = received;
    expect({ name, message, stack }).toEqual({
      name: Class.name,
      message: error.message,
      stack: error.stack,
    });
    expect(cause).toEqual(error.cause);
    if (error.cause !== undefined) expect(cause).toBeInstanceOf(Error);
  });

  test('with its properties', () => {
    expect(sent(new WorkerLostError(3, new Error('gone'))).worker).toBe(3);
    expect(sent(new TableMissingError('birds', undefined)).table).toBe('birds');
  });
});

test.each([EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, Error])(
  'an error of a built-in class arrives as an instance of its class: %o',
  (Class) => {
    const received = sent(new Class('message'));
    expect(Object.getPrototypeOf(received)).toBe(Class.prototype);
    expect([received.name, received.message]).toEqual([Class.name, 'message']);
    expect(Object.prototype.toString.call(received)).toBe('[object Error]');
    expect(Object.keys(received)).toEqual([]);
  },
);

test('an error of the application arrives as an instance of its nearest built-in class, with all properties that can be copied', () => {
  const error = Object.assign(new DiskFullError('full', { cause: new TypeError('why') }), {
    retry: () => {},
    sign: Symbol('sign'),
    list: [1, [2]],
    inner: new DiskFullError('inner'),
  });
  const received = sent(error);
  expect(received).toBeInstanceOf(RangeError);
  expect(received).not.toBeInstanceOf(DiskFullError);
  const { cause, code, free, inner, message, name, stack } = received;
  expect({ name, message, stack, code, free }).toEqual({
    name: 'DiskFullError',
    message: 'full',
    stack: error.stack,
    code: 'E_DISK_FULL',
    free: { bytes: 5n, at: new Date(0) },
  });
  expect(cause).toBeInstanceOf(TypeError);
  expect([inner.name, inner.code]).toEqual(['DiskFullError', 'E_DISK_FULL']);
  expect(received.list).toEqual([1, [2]]);
  expect('retry' in received || 'sign' in received).toBe(false);
});

test('the property code of an error is kept, even if it is a getter of the class', () => {
  class CodedError extends Error {
    get code(): string {
      return 'E_CODED';
    }
  }
  expect(sent(new CodedError()).code).toBe('E_CODED');
});

test('an AggregateError keeps its errors', () => {
  const received = sent(new AggregateError([new RangeError('one'), 'two'], 'both'));
  expect(received).toBeInstanceOf(AggregateError);
  expect(received.errors[0]).toBeInstanceOf(RangeError);
  expect(received.errors[1]).toBe('two');
});

test('a DOMException arrives as a DOMException with its name and code', () => {
  const received = sent(new DOMException('no copy', 'DataCloneError'));
  expect(received).toBeInstanceOf(DOMException);
  const { code, message, name } = received;
  expect({ code, message, name }).toEqual({ code: 25, message: 'no copy', name: 'DataCloneError' });
});

test('errors that refer to each other arrive as errors that refer to each other', () => {
  const error: Error & { twin?: Error } = new Error('one');
  error.cause = error;
  error.twin = new Error('two', { cause: error });
  const received = sent(error);
  expect(received.cause).toBe(received);
  expect(received.twin!.cause).toBe(received);
});

test.each([[undefined], [null], [5], ['text'], [{ plain: [1] }], [[1, { two: 2 }]], [new Map([[1, 2]])]])(
  'a value that is not an error stays as it is: %o',
  (value) => {
    expect(sent(value)).toEqual(value);
  },
);

/** Nests `levels` values in one another. */
function chain<T>(levels: number, around: (inner: T | undefined) => T): T {
  let value: T | undefined;
  for (let i = 0; i < levels; i++) value = around(value);
  return value!;
}

function flatList(length: number): object[] {
  const nodes = Array.from({ length }, (): { next?: object } => ({}));
  nodes.reduce((node, next) => (node.next = next));
  return nodes;
}

/** Number of nested levels of a value. `structuredClone` recurses as deeply. */
function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

test('of 5,000 nested errors the outermost 100 arrive, and can be read with a small stack', () => {
  const packed = packThrown(chain<Error>(5000, (cause) => new RangeError('level', { cause })));
  expect(levelsOf(packed)).toBeLessThan(500);
  let error = unpackThrown(structuredClone(packed));
  let levels = 0;
  for (; error instanceof RangeError; error = error.cause) levels++;
  expect([levels, error]).toEqual([100, 'RangeError: level']);
});

test('a list of errors that contains itself arrives as a list that contains itself', () => {
  const list: unknown[] = [new RangeError('one')];
  list.push(list, list[0]);
  const received = sent(list);
  expect(received[0]).toBeInstanceOf(RangeError);
  expect(received[1]).toBe(received);
  expect(received[2]).toBe(received[0]);
});

test('an error keeps a list that contains the error, and a value to which it refers twice', () => {
  const detail = { size: 1 };
  const error = Object.assign(new AggregateError([], 'all'), { first: detail, second: detail });
  error.errors.push(error);
  const received = sent(error);
  expect(received.errors[0]).toBe(received);
  expect(received.first).toEqual({ size: 1 });
  expect(received.second).toBe(received.first);
});

test.each([
  ['thrown', (value: unknown) => value, (received: unknown) => received],
  ['a cause', (cause: unknown) => new Error('m', { cause }), (received: unknown) => (received as Error).cause], // oxfmt-ignore
])(
  'a value whose getter throws when it is read again is sent as it was read first: %s',
  (_, wrap, unwrap) => {
    let reads = 0;
    const value = {
      get x(): number {
        if (reads++ > 0) throw new Error('second read');
        return 1;
      },
    };
    const packed = packThrown(wrap(value));
    expect(unwrap(unpackThrown(structuredClone(packed)))).toEqual({ x: 1 });
  },
);

test('plainThrown keeps only the texts of an error that could not be sent', () => {
  const error = Object.assign(new RangeError('full', { cause: new Error('why') }), { bytes: 5 });
  const packed = packThrown(error);
  const plain = plainThrown(packed, new Error('no memory'));
  expect([isPlainThrown(packed), isPlainThrown(plain)]).toEqual([false, true]);
  const received = unpackThrown(plain) as Error;
  expect(received).toBeInstanceOf(RangeError);
  expect([received.message, received.stack]).toEqual(['full', error.stack]);
  expect(unpackThrown(plainThrown(packThrown({ big: 1 }), new Error('no memory')))).toEqual(new Error('Error: no memory')); // oxfmt-ignore
});

const fail = (): never => {
  throw new Error('in a getter');
};
const revocable = Proxy.revocable({}, {});
revocable.revoke();

test.each([
  ['a function', fail],
  ['a symbol', Symbol('s')],
  ['an object with a function', { fail }],
  ['an object whose getter throws', Object.defineProperty({}, 'x', { get: fail, enumerable: true })],
  ['an error whose name throws', Object.defineProperty(new Error(), 'name', { get: fail })],
  ['an error whose message throws', Object.defineProperty(new Error(), 'message', { get: fail })],
  ['an error whose code throws', Object.defineProperty(new Error('m'), 'code', { get: fail })],
  ['an error whose keys throw', new Proxy(new Error('m'), { ownKeys: fail, has: fail })],
  ['an error whose message is a function', Object.assign(new Error(), { message: fail })],
  ['an error whose properties cannot be described', new Proxy(Object.assign(new Error('m'), { x: 1 }), { getOwnPropertyDescriptor: fail })], // oxfmt-ignore
  ['a revoked proxy', revocable.proxy],
  ['an object of 5,000 levels', chain<object>(5000, (next) => ({ next }))],
  ['a list of 5,000 levels', chain<unknown[]>(5000, (next) => [next])],
  ['a map of 5,000 levels', chain<Map<number, unknown>>(5000, (next) => new Map([[1, next]]))],
  ['5,000 objects in a list, each of which refers to the next', flatList(5000)],
])('a value that cannot be copied arrives as an error that describes it: %s', (_, value) => {
  expect(sent<unknown>(value)).toBeInstanceOf(Error);
});

describe('an error of another realm', () => {
  test.each([
    ['new RangeError("far")', RangeError],
    ['new (class FarError extends TypeError {})("far")', TypeError],
    ['new AggregateError([new SyntaxError("near")], "far")', AggregateError],
    ['new Error("far")', Error],
    ['new (class RangeError extends Error {})("far")', Error],
  ])('%s is an instance of the nearest built-in class', (code, Class) => {
    const received = sent<Error>(runInNewContext(code) as Error);
    expect(Object.getPrototypeOf(received)).toBe(Class.prototype);
    expect(received.message).toBe('far');
  });

  test('is sent as an Error if its classes cannot be read', () => {
    const code =
      'const e = new RangeError("far"); Object.defineProperty(RangeError.prototype, "constructor", { get() { throw e; } }); e';
    const received = sent<Error>(runInNewContext(code) as Error);
    expect(Object.getPrototypeOf(received)).toBe(Error.prototype);
    expect([received.name, received.message]).toEqual(['RangeError', 'far']);
  });
});
