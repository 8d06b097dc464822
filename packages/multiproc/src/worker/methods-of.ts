import { checkKind, checkObject } from '@doha/loop/options';
import type { TaskFunction } from '../task/task-function.ts';

/** The type of an exposed object. A plain object must have only functions. An instance of a class may also have other fields. */
export type Exposable<T> =
  T extends Readonly<Record<string, unknown>> ? { readonly [Name in keyof T]: TaskFunction } : object;

/**
 * The functions of an object by name, each bound to it. For a class instance, the result has all
 * its methods, including inherited ones except those of Object.prototype. Its getters are not
 * called. A getter of a plain object is read once: some bundlers make the namespace of a module an
 * object with getters. Throws a TypeError if `object` is not an object, is an array or a promise,
 * or is a plain object with a member that is not a function.
 */
export function methodsOf(object: object): Readonly<Record<string, TaskFunction>> {
  checkObject('expose: functions', object);
  checkKind('expose: functions', !Array.isArray(object), 'an object with methods', object);
  checkKind('expose: functions', !(object instanceof Promise), 'an object, not a promise of one', object);
  const entries = isInstance(object) ? instanceMethods(object) : Object.entries(object);
  for (const [name, body] of entries)
    checkKind(`expose: ${name}`, typeof body === 'function', 'a function', body);
  return Object.fromEntries(entries.map(([name, body]) => [name, (body as TaskFunction).bind(object)]));
}

function isInstance(object: object): boolean {
  const prototype = prototypeOf(object);
  return prototype !== null && prototypeOf(prototype) !== null;
}

// Other fields are state. Getters are not called, because a getter may have an effect or throw. As
// in JavaScript, a property of the instance or of a subclass hides an inherited method of the same
// name.
function instanceMethods(instance: object): [name: string, method: unknown][] {
  const entries = new Map<string, unknown>();
  for (let object = instance; prototypeOf(object) !== null; object = prototypeOf(object)!)
    for (const [name, { enumerable, value }] of Object.entries(Object.getOwnPropertyDescriptors(object)))
      if (!entries.has(name) && (object !== instance || enumerable === true)) entries.set(name, value);
  entries.delete('constructor');
  return [...entries].filter(([, value]) => typeof value === 'function');
}

function prototypeOf(object: object): object | null {
  return Object.getPrototypeOf(object) as object | null;
}
