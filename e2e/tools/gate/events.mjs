import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../repository.mjs';

/**
 * Events from a reporter to the gate, one JSON object per line: a test or file begins; a test passes or
 * fails; a file, or one of its tests, has taken `time` ms.
 *
 * @typedef {{ readonly what: 'begin', readonly name: string }
 *   | { readonly what: 'pass' }
 *   | { readonly what: 'fail', readonly failure: string }
 *   | { readonly what: 'time', readonly file: string, readonly time: number }} GateEvent
 */

/** The file descriptor from which the gate reads. */
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
 * The text of a failure for the output of the gate.
 *
 * @param {string} name
 * @param {readonly { readonly message?: string, readonly stack?: string, readonly diff?: string }[]} errors
 */
export function describeFailure(name, errors) {
  const reasons = errors.flatMap(({ diff = [], message = '', stack }) => [stack ?? message].concat(diff));
  return [`FAILED ${name}`, ...reasons].join('\n');
}
