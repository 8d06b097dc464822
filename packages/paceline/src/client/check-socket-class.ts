import { checkKind } from '@doha/loop/options';

const kind = 'a class with the interface of WebSocket';
const methods = ['addEventListener', 'close', 'send'] as const;

/** Throws a TypeError that names `what` unless `given` is a class. Creates no instance. */
export function checkSocketClass(what: string, given: unknown): void {
  checkKind(what, isClass(given), kind, given);
}

/** Returns `made`, an instance of a class. Throws a TypeError that names `what` unless it has the methods of a WebSocket. */
export function checkSocket<S extends object>(what: string, made: S): S {
  const isSocket = methods.every((name) => typeof (made as Record<string, unknown>)[name] === 'function');
  checkKind(what, isSocket, kind, made.constructor);
  return made;
}

function isClass(given: unknown): boolean {
  try {
    Reflect.construct(Object, [], given as new () => object); // does not call it
    return true;
  } catch {
    return false;
  }
}
