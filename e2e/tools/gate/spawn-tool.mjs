import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../repository.mjs';
import { lowerPriority } from './lower-priority.mjs';

/** @typedef {import('./events.mjs').GateEvent} GateEvent */

/**
 * The output and the success of a tool.
 *
 * @typedef {object} Answer
 * @property {boolean} ok true if it ended with exit code 0 within the limit
 * @property {string} text its output on stdout and stderr
 */

/**
 * @typedef {object} SpawnOptions
 * @property {readonly string[]} args
 * @property {Readonly<Record<string, string>>} [env] additions to the environment
 * @property {number} limit time in ms after which a tool that still runs is killed
 * @property {number} [priority] of the process, as in `os.setPriority`
 * @property {(event: GateEvent) => void} [listen] receives the events of its reporter
 */

/**
 * Runs a tool of `node_modules` in the root of the repository.
 *
 * @param {string} tool
 * @param {SpawnOptions} options
 * @returns {Promise<Answer>}
 */
export function spawnTool(tool, { args, env = {}, limit, priority = 0, listen = () => {} }) {
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: limit,
  });
  lowerPriority(child, priority);
  let text = '';
  const keep = (/** @type {Buffer} */ part) => (text += part.toString());
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const events = /** @type {import('node:stream').Readable} */ (child.stdio[3]);
  createInterface(events).on('line', (line) => listen(/** @type {GateEvent} */ (JSON.parse(line))));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, text: `${text}${error.message}` }));
    child.once('close', (code, signal) => {
      resolve({ ok: code === 0, text: signal ? `${text}\nended by ${signal}` : text });
    });
  });
}
