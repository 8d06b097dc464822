import { protocol, type Protocol, type ProtocolDefinition } from '@doha/monitor/protocol';

/** Records that a role may send after its `resumed`, in each channel, and also after its `end`. They concern the channel, or answer the peer's streams. */
const control = [
  'ack',
  'ping',
  'pong',
  'credit',
  'streamCredit',
  'suspend',
  'closeStream',
  'stopStream',
] as const;

/** Records with messages of the application. A role may send them only by the active channel, and before its `end`. */
const data = ['whole', 'start', 'more', 'cancel', 'openStream'] as const;

const roles = ['client', 'server'] as const;
type Role = (typeof roles)[number];

/** The state of a channel between its hellos and its end. Each list has the roles that have sent the record. */
interface ChannelState {
  readonly isActive: boolean;
  readonly resumed: readonly Role[];
  readonly ended: readonly Role[];
}

function nameOf({ ended, isActive, resumed }: ChannelState): string {
  const lists = [
    ['resumed', resumed],
    ['ended', ended],
  ] as const;
  const parts = lists.map(([verb, by]) => (by.length > 0 ? `${verb} by ${by.join(' and ')}` : `not ${verb}`));
  return [isActive ? 'active' : 'standby', ...parts].join(', ');
}

type States = Record<string, { readonly [R in Role]?: Record<string, string> }>;

/** Adds the states that can be reached from a state. */
function addStates(states: States, from: ChannelState): string {
  const name = nameOf(from);
  if (states[name] !== undefined) return name;
  const messages: { readonly [R in Role]: Record<string, string> } = { client: {}, server: {} };
  states[name] = messages;
  for (const role of roles) {
    const own = messages[role];
    own['terminate'] = `terminated by ${role}`;
    if (!from.resumed.includes(role)) {
      own['restart'] = name;
      own['resumed'] = addStates(states, { ...from, resumed: withRole(from.resumed, role) });
      continue;
    }
    for (const record of control) own[record] = name;
    own['failover'] = addStates(states, { ...from, isActive: true });
    if (!from.isActive || from.ended.includes(role)) continue;
    for (const record of data) own[record] = name;
    own['end'] = addStates(states, { ...from, ended: withRole(from.ended, role) });
  }
  return name;
}

function withRole(list: readonly Role[], role: Role): readonly Role[] {
  return roles.filter((one) => one === role || list.includes(one));
}

/** Records that may still be in flight when one role has ended the session by `terminate`. */
const inFlight = ['hello', 'restart', 'resumed', 'failover', 'end', ...control, ...data];

function definition(): ProtocolDefinition {
  const states: States = {};
  const none = { resumed: [], ended: [] };
  const opened = addStates(states, { ...none, isActive: true });
  const bound = addStates(states, { ...none, isActive: false });
  const givenUp = { terminate: 'terminated by client' };
  const ignored = (state: string): Record<string, string> => ({
    ...Object.fromEntries(inFlight.map((record) => [record, state])),
    terminate: 'terminated',
  });
  return {
    name: 'Paceline channel',
    roles,
    start: 'connected',
    states: {
      connected: { client: { open: 'opening', bind: 'binding' } },
      opening: { client: givenUp, server: { hello: opened } },
      binding: { client: givenUp, server: { hello: bound } },
      ...states,
      'terminated by client': { server: ignored('terminated by client') },
      'terminated by server': { client: ignored('terminated by server') },
      terminated: {},
    },
  };
}

/**
 * The records of one channel of a Paceline session, as `packages/paceline/src/wire/layout.ts` describes them: the hellos, the restarts of messages whose
 * chunks were dropped, failover, and the end. The first channel of a session is active. A later one is a standby, until a failover makes it active.
 */
export const channelProtocol: Protocol = protocol(definition());
