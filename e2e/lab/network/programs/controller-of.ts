import { type LatencyController, paceA } from '@doha/paceline';
import { fixed, minBuf, none, paceK } from '@doha/paceline/control';
import type { Transport } from './flow.ts';

/**
 * Returns the latency controller that a transport names; `paceA` if it names none of the others.
 */
export function controllerOf(transport: Transport): LatencyController {
  const [name = '', ...numbers] = transport.split(' ');
  const [first = 0, second = 0] = numbers.map(Number);
  if (name === 'none') return none();
  if (name === 'paceK') return paceK();
  if (name === 'fixed') return fixed(first)();
  return name === 'minBuf' ? minBuf(first, second)() : paceA();
}
