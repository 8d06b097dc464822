import { unchecked } from './definition/definition.ts';
import { protocol, type Protocol, type ShapeOf } from './protocol.ts';

const states = {
  idle: { client: { hello: { next: 'greeted', data: unchecked<{ name: string }>() } } },
  greeted: { server: { welcome: { next: 'open', data: unchecked<{ id: number }>() }, refuse: 'closed' } },
  open: {
    client: { say: { next: 'open', data: isString }, bye: 'closed' },
    server: { tell: { next: 'open', data: isString }, kick: 'kicked' },
  },
  kicked: { client: { say: { next: 'kicked', data: isString }, sulk: 'closed' } },
  closed: {},
} as const;

/** The type of {@link chat}. */
export type Chat = ShapeOf<'client' | 'server', 'idle', typeof states, 'server'>;

/** A protocol for tests. In the states `open` and `kicked` both roles may send, and the server yields. */
export const chat: Protocol<Chat> = protocol({
  name: 'chat',
  roles: ['client', 'server'],
  start: 'idle',
  states,
  yields: 'server',
});

function isString(data: unknown): data is string {
  return typeof data === 'string';
}
