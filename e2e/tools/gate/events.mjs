import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../repository.mjs';

/**
 * The events that a reporter sends to the gate, one JSON object in each line: a test begins, passes or fails; a file has taken some time.
 *
 * @typedef {{ readonly what: 'begin', readonly name: string }
 *   | { readonly what: 'pass' }
 *   | { readonly what: 'fail', readonly failure: string }
 *   | { readonly what: 'time', readonly file: string, readonly time: number }} GateEvent
 */

/** The file descriptor that the gate listens to. */
const channel = 3;

/** @param {GateEvent} event */
export function tellGate(event) {
  writeSync(channel, `${JSON.stringify(event)}\n`);
}

/** @param {string} path of a test file */
export function shortName(path) {
  return relative(root, path);
}

/**
 * A failure as the gate shows it.
 *
 * @param {string} name
 * @param {readonly { readonly message?: string, readonly stack?: string, readonly diff?: string }[]} errors
 */
export function describeFailure(name, errors) {
  const reasons = errors.flatMap(({ diff = [], message = '', stack }) => [stack ?? message].concat(diff));
  return [`FAILED ${name}`, ...reasons].join('\n');
}
