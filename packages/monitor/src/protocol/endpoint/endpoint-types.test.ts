import { expect, expectTypeOf, it } from 'vitest';
import { type Chat, chat } from '../chat.test.setup.ts';
import { unchecked } from '../definition/definition.ts';
import { protocol } from '../protocol.ts';
import type { Endpoint, Received } from './endpoint-types.ts';

const options = { send: () => {}, listen: () => {} };

it('an endpoint has the type of its role and state', () => {
  const client = chat.endpoint('client', options);
  expectTypeOf(client).toEqualTypeOf<Endpoint<Chat, 'client', 'idle'>>();
  expectTypeOf(client.state).toEqualTypeOf<'idle'>();
  const greeted = client.send('hello', { name: 'Ada' });
  expectTypeOf(greeted).toEqualTypeOf<Endpoint<Chat, 'client', 'greeted'>>();
  expect(greeted.state).toBe('greeted');
});

it('a message that the role may not send in a state is a compile error', () => {
  const client = chat.endpoint('client', options);
  // @ts-expect-error the client may only say something in the state open
  expect(() => client.send('say', 'hi')).toThrow('say of client');
  // @ts-expect-error the data has another type; it is not checked at run time, because the protocol says so
  client.send('hello', { name: 3 });
});

it('a message with data needs it, and one without has none', () => {
  const open = undefined as unknown as Endpoint<Chat, 'client', 'open'>;
  type Send = typeof open.send;
  expectTypeOf<Parameters<Send>>().toEqualTypeOf<['bye' | 'say', ...([] | [data: string])]>();
  const client = chat.endpoint('client', options);
  // @ts-expect-error the data is missing; it is not checked at run time, because the protocol says so
  client.send('hello');
});

it('an endpoint has no method that its role may not call in its state', () => {
  expectTypeOf<Endpoint<Chat, 'client', 'idle'>>().not.toHaveProperty('receive');
  expectTypeOf<Endpoint<Chat, 'client', 'greeted'>>().not.toHaveProperty('send');
  expectTypeOf<Endpoint<Chat, 'client', 'greeted'>>().toHaveProperty('receive');
  expectTypeOf<Endpoint<Chat, 'client', 'closed'>>().not.toHaveProperty('send');
  expectTypeOf<Endpoint<Chat, 'client', 'closed'>>().not.toHaveProperty('receive');
});

it('a received message is a union of the messages of the peer, each with its next endpoint', () => {
  type Answer = Received<Chat, 'client', 'greeted'>;
  expectTypeOf<Answer['name']>().toEqualTypeOf<'welcome' | 'refuse'>();
  type Welcome = Extract<Answer, { name: 'welcome' }>;
  expectTypeOf<Welcome['data']>().toEqualTypeOf<{ id: number }>();
  expectTypeOf<Welcome['next']>().toEqualTypeOf<Endpoint<Chat, 'client', 'open'>>();
  expectTypeOf<Extract<Answer, { name: 'refuse' }>['data']>().toEqualTypeOf<unknown>();
});

it('receive may resolve with undefined only where the role may send, too', () => {
  const greeted = undefined as unknown as Endpoint<Chat, 'client', 'greeted'>;
  const open = undefined as unknown as Endpoint<Chat, 'client', 'open'>;
  expectTypeOf<Awaited<ReturnType<typeof greeted.receive>>>().toEqualTypeOf<
    Received<Chat, 'client', 'greeted'>
  >();
  expectTypeOf<Awaited<ReturnType<typeof open.receive>>>().toEqualTypeOf<
    Received<Chat, 'client', 'open'> | undefined
  >();
});

it('only the role that yields can learn that its own message is void', () => {
  expectTypeOf<Received<Chat, 'client', 'open'>['voided']>().toEqualTypeOf<undefined>();
  expectTypeOf<Received<Chat, 'server', 'open'>['voided']>().toEqualTypeOf<string | undefined>();
});

it('unknown names in a definition are compile errors', () => {
  const base = { name: 'p', roles: ['a', 'b'], start: 's' } as const;
  // @ts-expect-error there is no state t
  expect(() => protocol({ ...base, states: { s: { a: { m: 't' } } } })).toThrow(RangeError);
  // @ts-expect-error there is no state t
  expect(() => protocol({ ...base, states: { s: { a: { m: { next: 't' } } } } })).toThrow(RangeError);
  // @ts-expect-error there is no role c
  expect(() => protocol({ ...base, states: { s: { c: { m: 's' } } } })).toThrow(RangeError);
  // @ts-expect-error there is no state t
  expect(() => protocol({ ...base, start: 't', states: { s: {} } })).toThrow(RangeError);
  // @ts-expect-error there is no role c
  expect(() => protocol({ ...base, states: { s: {} }, yields: 'c' })).toThrow(RangeError);
  // @ts-expect-error there is no role c
  expect(() => chat.watch('c')).toThrow(RangeError);
});

it('unchecked states a type and accepts everything', () => {
  const guard = unchecked<number>();
  const data: unknown = 'text';
  expect(guard(data)).toBe(true);
  if (guard(data)) expectTypeOf(data).toEqualTypeOf<number>();
});
