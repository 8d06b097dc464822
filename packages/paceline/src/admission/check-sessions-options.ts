import { checkCallback, checkKind, checkNumber } from '@doha/loop/options';
import { checkLoop } from '../session/check-loop.ts';
import { endpointOptionNames } from '../session/endpoint-options.ts';
import type { SessionsOptions } from './sessions-options.ts';

/** Names of the options of `Sessions`. */
export const sessionsOptionNames: readonly (keyof SessionsOptions)[] = [
  ...endpointOptionNames,
  'authenticate',
  'onRefused',
  'maxSessions',
  'maxConnections',
  'maxMemory',
  'maxSendMemory',
  'timeout',
  'isClustered',
  'loop',
  'onError',
];

/**
 * Throws a RangeError or a TypeError if an option is invalid. `what`: name of the server's class,
 * for the message. `completeOptions` checks the `EndpointOptions`.
 */
export function checkSessionsOptions(what: string, options: SessionsOptions): void {
  const { isClustered, loop, maxConnections, maxMemory, maxSendMemory, maxSessions, timeout } = options;
  if (loop !== undefined) checkLoop(`${what}: loop`, loop);
  for (const name of ['authenticate', 'onError', 'onRefused'] as const)
    if (options[name] !== undefined) checkCallback(`${what}: ${name}`, options[name]);
  const checkWhole = (name: string, value: number | undefined, min: number, max: number): void => {
    if (value !== undefined) checkNumber(`${what}: ${name}`, value, { min, max, whole: true });
  };
  checkWhole('maxSessions', maxSessions, 1, 2 ** 31);
  checkWhole('maxConnections', maxConnections, 2, 64);
  checkWhole('maxMemory', maxMemory, 2 ** 20, 2 ** 40);
  checkWhole('maxSendMemory', maxSendMemory, 2 ** 20, 2 ** 40);
  checkWhole('timeout', timeout, 1, 2 ** 31);
  if (isClustered !== undefined)
    checkKind(`${what}: isClustered`, typeof isClustered === 'boolean', 'a boolean', isClustered);
}
