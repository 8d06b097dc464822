import { checkFunction, checkKind, checkObject } from '@doha/loop/options';
import type { TaskFunction } from './job.ts';

/** The methods of an object: its members that are functions. */
export type MethodsOf<T> = {
  readonly [Name in keyof T as T[Name] extends TaskFunction ? Name : never]: T[Name];
};

/** What an object must be to be exposed. A plain object must have only functions. An instance of a class may also have other fields. */
export type Exposable<T> =
  T extends Readonly<Record<string, unknown>> ? { readonly [Name in keyof T]: TaskFunction } : object;

/**
 * The functions of an object by name, each bound to it. Those of a class instance are all its methods, also inherited ones, up to Object.prototype. Throws a
 * TypeError if `object` is not an object, is an array, or is a plain object with a member that is not a function.
 */
export function methodsOf(object: object): Readonly<Record<string, TaskFunction>> {
  checkObject('expose: functions', object);
  checkKind('expose: functions', !Array.isArray(object), 'an object with methods', object);
  const members = isInstance(object) ? instanceMethods(object) : Object.entries(object);
  for (const [name, body] of members) checkFunction(`expose: ${name}`, body);
  return Object.fromEntries(members.map(([name, body]) => [name, (body as TaskFunction).bind(object)]));
}

function isInstance(object: object): boolean {
  const prototype = prototypeOf(object);
  return prototype !== null && prototypeOf(prototype) !== null;
}

// Its other fields are state. Getters of its classes are not called.
function instanceMethods(instance: object): [name: string, method: unknown][] {
  const own = Object.entries(instance).filter(([, value]) => typeof value === 'function');
  const methods = new Map<string, unknown>(own);
  for (
    let prototype = prototypeOf(instance)!;
    prototypeOf(prototype) !== null;
    prototype = prototypeOf(prototype)!
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      if (typeof value === 'function' && name !== 'constructor' && !methods.has(name))
        methods.set(name, value);
  }
  return [...methods];
}

function prototypeOf(object: object): object | null {
  return Object.getPrototypeOf(object) as object | null;
}
