import { PacelineSocket } from '@doha/paceline';
import { WebSocket as WsSocket } from 'ws';
import { runSuite, type SocketClass, type SuiteOptions } from '../pages/suite.ts';

// Runs the suite in Node and prints a NodeReport. Environment variables: CLASS=ws: PacelineSocket
// uses the WebSocket of `ws`; otherwise that of Node. PLAIN and PACED: addresses of the servers.
// NOT_REQUIRED and BY_CHANCE: lists of test names as JSON. Tests of BY_CHANCE are required only
// with the server of Paceline.

/** Lists of test names. */
export interface NodeReport {
  /** Tests that PacelineSocket must pass, because the underlying WebSocket class passes them. */
  readonly required: readonly string[];
  /** Required tests that fail with a plain server, and with a server of Paceline. */
  readonly failedByPlain: readonly string[];
  readonly failedByPaceline: readonly string[];
}

const { BY_CHANCE = '[]', CLASS, NOT_REQUIRED = '[]', PACED = '', PLAIN = '' } = process.env;
const notRequired = JSON.parse(NOT_REQUIRED) as string[];
const byChance = JSON.parse(BY_CHANCE) as string[];
const Platform = (CLASS === 'ws' ? WsSocket : globalThis.WebSocket) as SocketClass | undefined;

async function passed(Socket: SocketClass, url: string, options: SuiteOptions): Promise<string[]> {
  const results = await runSuite(Socket, url, options);
  return Object.keys(results).filter((name) => results[name] === 'passed');
}

/**
 * Runs the tests in `only` and returns the failed ones. Other tests are left out to save time: a
 * failed test may last until its time limit.
 */
async function failed(url: string, only: readonly string[]): Promise<string[]> {
  const good = await passed(WebSocket, url, { limit: 10_000, only });
  return only.filter((name) => !good.includes(name));
}

async function report(Socket: SocketClass): Promise<NodeReport> {
  const all = await passed(Socket, PLAIN, { limit: 1000 });
  const required = all.filter((name) => !notRequired.includes(name));
  PacelineSocket.install({ WebSocket: Socket });
  const withPlain = required.filter((name) => !byChance.includes(name));
  const failedByPlain = await failed(PLAIN, withPlain);
  return { required, failedByPlain, failedByPaceline: await failed(PACED, required) };
}

process.on('uncaughtException', () => {}); // listeners of failed tests may throw
process.stdout.write(JSON.stringify(Platform === undefined ? undefined : await report(Platform)));
process.exit();
