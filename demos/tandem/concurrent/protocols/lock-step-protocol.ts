import { protocol } from '@doha/monitor/protocol';
import type { LockStepMessage } from '../lock-step/lock-step-message.ts';

/**
 * The messages between two threads in lock step. In each tick, each of the two sends its mutations, then its committed states (`end`), and then the groups
 * that migrate to the other one. No thread waits before it sends, so one thread may be ahead by one kind of message.
 */
// The compiler infers the type, from which the types of the endpoints follow.
export const lockStepProtocol = protocol({
  name: 'lock step',
  roles: ['one', 'other'],
  start: 'before mutations',
  states: {
    // The groups belong to the tick that has ended.
    'before mutations': {
      one: { group: 'before mutations', mutations: 'one has sent mutations' },
      other: { group: 'before mutations', mutations: 'other has sent mutations' },
    },
    'one has sent mutations': {
      other: { group: 'one has sent mutations', mutations: 'before ends' },
    },
    'other has sent mutations': {
      one: { group: 'other has sent mutations', mutations: 'before ends' },
    },
    'before ends': { one: { end: 'one has sent its end' }, other: { end: 'other has sent its end' } },
    'one has sent its end': { other: { end: 'before mutations' } },
    'other has sent its end': { one: { end: 'before mutations' } },
  },
});

/** The name of a message in the protocol. */
export function lockStepName(message: LockStepMessage): 'mutations' | 'end' | 'group' {
  if ('mutations' in message) return 'mutations';
  return 'rows' in message ? 'end' : 'group';
}
