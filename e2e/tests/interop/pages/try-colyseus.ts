import { Client, getStateCallbacks, type Room } from 'colyseus.js';
import type { StateHandlerRoom } from './state-handler-room.ts';
import { type Facts, settledFacts } from './upgrades.ts';

type StateHandler = Room<StateHandlerRoom['state']>;

const name = 'state_handler';

/** Uses the documented features of a Colyseus room. Returns a log of the results. */
export async function tryColyseus(url: string): Promise<string[]> {
  const client = new Client(url);
  const room: StateHandler = await client.create(name);
  const hello = next(room, 'hello');
  const log = [`greeted with ${String(await hello)}`, `at first ${await shown(room, 0)}`];
  const other: StateHandler = await client.joinById(room.roomId);
  log.push(...(await tryMessages(room, other)), ...(await tryState(room, other)));
  log.push(...(await tryLeaving(client, room)));
  while (other.state.players.size > 1) await changed(other);
  const kicked = left(other);
  other.send('kick me');
  return [...log, `kicked with ${await kicked}`];
}

/** Observations of an application whose connections are killed. */
export interface KillObservations {
  readonly facts: Facts;
  /** Events of the room other than messages. */
  readonly seen: readonly string[];
  readonly echoed: readonly number[];
  readonly state: string;
}

/** Kills the connection several times while messages are sent in both directions and the state changes. */
export async function killConnections(url: string): Promise<KillObservations> {
  const room: StateHandler = await new Client(url).create(name);
  const seen: string[] = [];
  const echoed: number[] = [];
  room.onLeave(() => seen.push('leave'));
  room.onError(() => seen.push('error'));
  room.onMessage('echo', (number: number) => echoed.push(number));
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 25; j++) {
      room.send('move', { x: 1 });
      room.send('echo', 25 * i + j);
    }
    room.send('kill my connection');
    await shown(room, 25 * (i + 1));
  }
  const facts = await settledFacts(() => {
    const answer = next(room, 'facts') as Promise<Facts>;
    room.send('facts');
    return answer;
  });
  const report = { facts, seen: [...seen], echoed, state: await shown(room, 100) };
  await room.leave();
  return report;
}

async function tryMessages(room: StateHandler, other: StateHandler): Promise<string[]> {
  const message = { deep: [1, 'two', null], bytes: Uint8Array.of(1, 2, 3) };
  const echo = next(room, 'echo');
  room.send('echo', message);
  const heard = next(other, 'shout');
  room.send('shout', 'hello');
  const { bytes, deep } = (await echo) as typeof message;
  return [`echo: ${JSON.stringify(deep)} ${bytes.join(' ')}`, `heard: ${String(await heard)}`];
}

async function tryState(room: StateHandler, other: StateHandler): Promise<string[]> {
  const ys: number[] = [];
  const $ = getStateCallbacks(room);
  $(room.state.players.get(room.sessionId)!).listen('y', (y) => ys.push(y));
  for (let i = 0; i < 300; i++) room.send('move', i % 2 === 0 ? { x: 1 } : { y: 1 });
  const both = await Promise.all([shown(room, 300), shown(other, 300)]);
  const isRising = ys.every((y, i) => i === 0 || y > ys[i - 1]!);
  return [`state: ${both.join(' ')}`, `each change in its order: ${isRising}`];
}

async function tryLeaving(client: Client, room: StateHandler): Promise<string[]> {
  const dropped = left(room);
  room.send('drop me');
  const log = [`dropped with ${await dropped}`];
  const again: StateHandler = await client.reconnect(room.reconnectionToken);
  again.send('move', { x: 1 });
  log.push(`the same: ${again.sessionId === room.sessionId} ${await shown(again, 301)}`);
  return [...log, `left with ${await again.leave()}`];
}

/** The players without their names, as JSON, when the room has handled at least `moves` messages of the type 'move'. */
async function shown(room: StateHandler, moves: number): Promise<string> {
  while (!(room.state.turns >= moves && room.state.players.has(room.sessionId))) await changed(room);
  return JSON.stringify([...room.state.players.values()]);
}

function changed(room: StateHandler): Promise<unknown> {
  return new Promise((resolve) => room.onStateChange.once(resolve));
}

function next(room: StateHandler, type: string): Promise<unknown> {
  return new Promise((resolve) => {
    room.onMessage(type, resolve);
  });
}

function left(room: StateHandler): Promise<number> {
  return new Promise((resolve) => {
    room.onLeave(resolve);
  });
}
