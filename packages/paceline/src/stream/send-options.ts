import { checkKind, checkNumber, checkOptions } from '@doha/loop/options';
import { isThenable } from '../callbacks/guard.ts';

export interface SendOptions {
  /** Any finite number, default 0: of one stream the highest goes first. */
  readonly priority?: number | undefined;
  /** What it adds to the quality that is seen, in seconds of full quality, ≥ 0: what streams of `fairness: 'quality'` share. Default 0: not known. */
  readonly marginalUtility?: number | undefined;
  /** Ms after which what has not left is taken back; > 0. Default: never. */
  readonly expiresIn?: number | undefined;
}

/** How a message is sent that a program sends as by any WebSocket. */
export interface Classified extends SendOptions {
  /** It takes the place of the last one with this key that has not left. */
  readonly key?: string | undefined;
}

const names = ['priority', 'marginalUtility', 'expiresIn'] as const satisfies readonly (keyof SendOptions)[];
const namesOfClassified: readonly (keyof Classified)[] = [...names, 'key'];

/** Throws a RangeError or a TypeError that names `what`, the method that was called, and an option. */
export function checkSendOptions(what: string, options: SendOptions): void {
  checkOptions(what, options, names);
  checkNumbers(what, options);
}

/** Throws a RangeError or a TypeError that names what is wrong with the result of `classify`. */
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
