import { PacelineSocket } from '@doha/paceline';
import { WebSocket as WsSocket } from 'ws';
import { runSuite, type SocketClass, type SuiteOptions } from '../pages/suite.ts';

// CLASS=ws or platform: the WebSocket below PacelineSocket; PLAIN and PACED: addresses of the servers. NOT_REQUIRED and BY_CHANCE: names of
// tests, as JSON; the latter are not required with the plain server. Says which required tests failed.

/** Names of tests. */
export interface NodeReport {
  /** Those that PacelineSocket has to pass, since the class below it passes them. */
  readonly required: readonly string[];
  /** Those of them that it does not pass with a plain server, and with one that speaks Paceline. */
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

/** The names of tests that fail, of the given ones. No other test runs: one that fails may take its whole time. */
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

process.on('uncaughtException', () => {}); // of listeners in tests that fail
process.stdout.write(JSON.stringify(Platform === undefined ? undefined : await report(Platform)));
process.exit();
