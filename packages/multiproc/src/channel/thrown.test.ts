import { describe, expect, test } from 'vitest';
import { TableMissingError } from '../state/table-missing-error.ts';
import { WaitCycleError } from '../crew/wait-cycle-error.ts';
import { WorkerLostError } from '../crew/worker-lost-error.ts';
import { packThrown, unpackThrown } from './thrown.ts';

/** As it comes to another thread. */
function sent<T>(value: T): T {
  return unpackThrown(structuredClone(packThrown(value))) as T;
}

class DiskFullError extends RangeError {
  override readonly name = 'DiskFullError';
  readonly code = 'E_DISK_FULL';
  readonly free = { bytes: 5n, at: new Date(0) };
}

describe('an error of this package is an instance of its class', () => {
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
  'an error of a built-in class is an instance of its class: %o',
  (Class) => {
    const received = sent(new Class('message'));
    expect(Object.getPrototypeOf(received)).toBe(Class.prototype);
    expect([received.name, received.message]).toEqual([Class.name, 'message']);
    expect(Object.prototype.toString.call(received)).toBe('[object Error]');
    expect(Object.keys(received)).toEqual([]);
  },
);

test('an error of the application keeps name, message, stack, code, cause and what can be copied, under its nearest built-in class', () => {
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

test('a code that comes from the class is kept', () => {
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

test('a DOMException is one, with its name and code', () => {
  const received = sent(new DOMException('no copy', 'DataCloneError'));
  expect(received).toBeInstanceOf(DOMException);
  const { code, message, name } = received;
  expect({ code, message, name }).toEqual({ code: 25, message: 'no copy', name: 'DataCloneError' });
});

test('errors that refer to each other still do', () => {
  const error: Error & { twin?: Error } = new Error('one');
  error.cause = error;
  error.twin = new Error('two', { cause: error });
  const received = sent(error);
  expect(received.cause).toBe(received);
  expect(received.twin!.cause).toBe(received);
});

test.each([[undefined], [null], [5], ['text'], [{ plain: [1] }], [[1, { two: 2 }]], [new Map([[1, 2]])]])(
  'a value that is no error comes as it is: %o',
  (value) => {
    expect(sent(value)).toEqual(value);
  },
);

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
  ['a revoked proxy', revocable.proxy],
])('what cannot be copied comes as an error with what can be said of it: %s', (_, value) => {
  expect(sent<unknown>(value)).toBeInstanceOf(Error);
});
