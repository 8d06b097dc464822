import { checkKind, checkNumber, checkOptions } from '@doha/loop/options';
import { isThenable } from '../callbacks/guard.ts';

export interface SendOptions {
  /** Any finite number, default 0: within one stream the highest is sent first. */
  readonly priority?: number | undefined;
  /** Quality that the message adds, in seconds of full quality, ≥ 0, for streams with `fairness: 'quality'`. Default 0: unknown. */
  readonly marginalUtility?: number | undefined;
  /**
   * Ms after which the message is dropped unless all of it has been sent; > 0. Default: never. A message
   * that would expire half sent is dropped earlier if other messages wait.
   */
  readonly expiresIn?: number | undefined;
}

/**
 * Options of a message that a program sends through the interface of WebSocket: the result of
 * `classify`.
 */
export interface Classified extends SendOptions {
  /** The message replaces the last message with this key, unless that has been sent in part. */
  readonly key?: string | undefined;
}

const names = ['priority', 'marginalUtility', 'expiresIn'] as const satisfies readonly (keyof SendOptions)[];
const namesOfClassified: readonly (keyof Classified)[] = [...names, 'key'];

/** Throws a RangeError or a TypeError that names `what`, the called method, and an option. */
export function checkSendOptions(what: string, options: SendOptions): void {
  checkOptions(what, options, names);
  checkNumbers(what, options);
}

/** Throws a RangeError or a TypeError that names the invalid part of the result of `classify`. */
export function checkClassified(result: Classified): void {
  checkKind('classify', !isThenable(result), 'a function that returns an object', result);
  checkOptions('classify', result, namesOfClassified);
  checkNumbers('classify', result);
  if (result.key !== undefined) checkKey('classify', result.key);
}

/** Throws a TypeError that names `what` unless `key` is a string. */
export function checkKey(what: string, key: unknown): void {
  checkKind(`${what}: key`, typeof key === 'string', 'a string', key);
}

function checkNumbers(what: string, { expiresIn, marginalUtility, priority }: SendOptions): void {
  if (priority !== undefined) checkNumber(`${what}: priority`, priority);
  if (marginalUtility !== undefined) checkNumber(`${what}: marginalUtility`, marginalUtility, { min: 0 });
  if (expiresIn !== undefined) checkNumber(`${what}: expiresIn`, expiresIn, { above: 0 });
}
