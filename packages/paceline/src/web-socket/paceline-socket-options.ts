import { checkCallback, checkOptions } from '@doha/loop/options';
import { checkSocketClass } from '../client/check-socket-class.ts';
import { checkConnectOptions, type ConnectOptions } from '../client/paceline.ts';
import type { SocketClass } from '../client/platform-socket.ts';
import type { Classified } from '../stream/send-options.ts';
import type { SocketData } from './web-idl.ts';

export interface PacelineSocketOptions extends Pick<
  ConnectOptions,
  'chunkSize' | 'controller' | 'heartbeat' | 'resumeTimeout' | 'loop' | 'onError' | 'standbys' | 'timeout'
> {
  /**
   * Returns the options of a message, or undefined for the defaults. Without `classify` all messages have the same priority and keep their order. If it throws,
   * or returns an option that is out of range, the error is reported and the message is sent as by default.
   */
  readonly classify?: (data: SocketData) => Classified | undefined;
  /** Class that makes the connections; default: the platform's WebSocket. Node before 22 has none: give the class of `ws`. */
  readonly WebSocket?: SocketClass;
}

const optionNames: readonly string[] = [
  'chunkSize',
  'classify',
  'controller',
  'heartbeat',
  'resumeTimeout',
  'loop',
  'onError',
  'standbys',
  'timeout',
  'WebSocket',
] satisfies (keyof PacelineSocketOptions)[];

/**
 * Throws a RangeError or a TypeError if an option is invalid. `what`: name of the class or
 * function, for the message.
 */
export function checkSocketOptions(what: string, options: PacelineSocketOptions): void {
  checkOptions(what, options, optionNames);
  const { classify, WebSocket } = options;
  if (classify !== undefined) checkCallback(`${what}: classify`, classify);
  if (WebSocket !== undefined) checkSocketClass(`${what}: WebSocket`, WebSocket);
  checkConnectOptions(what, options);
}

/**
 * Whether `given` is an object of options, even of unknown ones, and not subprotocols. A list
 * counts as subprotocols, and so does an object with its own `toString` and no known option.
 */
export function isOptions(given: unknown): given is PacelineSocketOptions {
  if (typeof given !== 'object' || given === null || Symbol.iterator in given) return false;
  const isText = 'toString' in given && given.toString !== Object.prototype.toString;
  return !isText || Object.keys(given).some((name) => optionNames.includes(name));
}
