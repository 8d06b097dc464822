import { checkKind, checkObject } from '@doha/loop/options';
import type { TaskFunction } from '../task/task-function.ts';

/** The type of an exposed object. A plain object must have only functions. An instance of a class may also have other fields. */
export type Exposable<T> =
  T extends Readonly<Record<string, unknown>> ? { readonly [Name in keyof T]: TaskFunction } : object;

/**
 * The functions of an object by name, each bound to it. Of a class instance these are all methods, also inherited ones, up to Object.prototype; its getters are
 * not called. A getter of a plain object is read once: some bundlers make the namespace of a module an object with getters. Throws a TypeError if `object`
 * is not an object, is an array or a promise, or is a plain object with a member that is not a function.
 */
export function methodsOf(object: object): Readonly<Record<string, TaskFunction>> {
  checkObject('expose: functions', object);
  checkKind('expose: functions', !Array.isArray(object), 'an object with methods', object);
  checkKind('expose: functions', !(object instanceof Promise), 'an object, not a promise of one', object);
  const connections = isInstance(object) ? instanceMethods(object) : Object.entries(object);
  for (const [name, body] of connections)
    checkKind(`expose: ${name}`, typeof body === 'function', 'a function', body);
  return Object.fromEntries(connections.map(([name, body]) => [name, (body as TaskFunction).bind(object)]));
}

function isInstance(object: object): boolean {
  const prototype = prototypeOf(object);
  return prototype !== null && prototypeOf(prototype) !== null;
}

// Other fields are state. Getters are not called, because a getter may have an effect or throw. A property that hides a method in a subclass or the
// instance hides it here too.
function instanceMethods(instance: object): [name: string, method: unknown][] {
  const connections = new Map<string, unknown>();
  for (let object = instance; prototypeOf(object) !== null; object = prototypeOf(object)!)
    for (const [name, { enumerable, value }] of Object.entries(Object.getOwnPropertyDescriptors(object)))
      if (!connections.has(name) && (object !== instance || enumerable === true))
        connections.set(name, value);
  connections.delete('constructor');
  return [...connections].filter(([, value]) => typeof value === 'function');
}

function prototypeOf(object: object): object | null {
  return Object.getPrototypeOf(object) as object | null;
}
