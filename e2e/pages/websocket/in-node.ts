import { PacelineSocket } from '@doha/paceline';
import { WebSocket as WsSocket } from 'ws';
import { runSuite, type SocketClass } from './suite.ts';

// CLASS=ws or platform: the WebSocket below PacelineSocket; PLAIN and PACED: addresses of the servers. Says which tests passed.

/** Names of the tests that a class passes. */
export interface NodeReport {
  readonly platform: readonly string[];
  readonly toPlain: readonly string[];
  readonly toPaceline: readonly string[];
}

const { CLASS, PACED = '', PLAIN = '' } = process.env;
const Platform = (CLASS === 'ws' ? WsSocket : globalThis.WebSocket) as SocketClass | undefined;

async function passed(Socket: SocketClass, url: string, limit: number): Promise<string[]> {
  const results = await runSuite(Socket, url, limit);
  return Object.keys(results).filter((name) => results[name] === 'passed');
}

async function report(Socket: SocketClass): Promise<NodeReport> {
  const platform = await passed(Socket, PLAIN, 1000);
  PacelineSocket.install({ WebSocket: Socket });
  const toPlain = await passed(WebSocket, PLAIN, 10_000);
  return { platform, toPlain, toPaceline: await passed(WebSocket, PACED, 10_000) };
}

process.on('uncaughtException', () => {}); // of listeners in tests that fail
process.stdout.write(JSON.stringify(Platform === undefined ? undefined : await report(Platform)));
process.exit();
