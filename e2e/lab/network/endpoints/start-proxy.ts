import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Lab } from '../link/lab.ts';
import type { ProxyPlan } from '../programs/flow.ts';

/** The address of a server. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

const program = fileURLToPath(new URL('proxy.mjs', import.meta.url));

/** Starts a proxy of a server. Resolves when it listens on its port. */
export async function startProxy(
  lab: Lab,
  { burstPeriod = 0, lag = 0, side }: ProxyPlan,
  server: Address,
  port: number,
): Promise<ChildProcess> {
  const args = [program, ...[port, server.host, server.port, burstPeriod, lag].map(String)];
  const proxy = lab.startNode(side, args);
  await once(proxy.stdout!, 'data'); // "listening"
  return proxy;
}
