import { type ConnectionInfo, type LatencyController, paceA } from '@doha/paceline';
import { fixed, minBuf, none, paceK } from '@doha/paceline/control';
import type { Transport } from './flow.ts';

/**
 * Returns a latency controller for a connection: the one in the name of the transport, or `paceA` if the name
 * contains no other.
 */
export function controllerOf(transport: Transport, connection: ConnectionInfo): LatencyController {
  const [name = '', ...numbers] = transport.split(' ');
  const [first = 0, second = 0] = numbers.map(Number);
  if (name === 'none') return none();
  if (name === 'paceK') return paceK(connection);
  if (name === 'fixed') return fixed(first)();
  return name === 'minBuf' ? minBuf(first, second)(connection) : paceA(connection);
}
