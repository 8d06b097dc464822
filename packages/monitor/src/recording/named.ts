import { checkKind } from '@doha/loop/options';

/**
 * Gives a function a name that recordings show, and returns the function. Minifiers remove or shorten the names in the source. Throws a TypeError if `name`
 * is not a string or `callback` is not a function, or if the name of the function is fixed, as that of a frozen function.
 */
export function named<Callback extends (...args: never[]) => unknown>(
  name: string,
  callback: Callback,
): Callback {
  checkKind('named: name', typeof name === 'string', 'a string', name);
  checkKind('named: callback', typeof callback === 'function', 'a function', callback);
  return Object.defineProperty(callback, 'name', { value: name, configurable: true });
}
