import type { DataGuard, MessageDefinition, ProtocolDefinition } from './definition.ts';

/** A message that a role may send in a state. */
export interface Transition {
  readonly next: string;
  /** Undefined: the data is not checked. */
  readonly isData: DataGuard | undefined;
}

/** The messages of each role in each state, for lookups at run time. Names such as `__proto__` are names like others. */
export class Transitions {
  readonly roles: readonly [string, string];
  /** Names of the states, the first state first. */
  readonly states: readonly string[];
  #states: Map<string, Map<string, Map<string, Transition>>> = new Map(); // by state, role and name

  /** `definition`: a definition that `checkDefinition` has accepted. */
  constructor({ roles, start, states }: ProtocolDefinition) {
    this.roles = roles;
    this.states = [start, ...Object.keys(states).filter((state) => state !== start)];
    for (const [state, ofState] of Object.entries(states)) {
      const byRole = Object.entries(ofState).map(
        ([role, messages]) => [role, new Map(Object.entries(messages ?? {}).map(transitionOf))] as const,
      );
      this.#states.set(state, new Map(byRole));
    }
  }

  /** The role with which a role exchanges messages. */
  peerOf(role: string): string {
    return this.roles[role === this.roles[0] ? 1 : 0];
  }

  /** Returns the transition of a message. Undefined: the role may not send it in this state. */
  get(state: string, role: string, name: string): Transition | undefined {
    return this.#states.get(state)?.get(role)?.get(name);
  }

  /** The messages that a role may send in a state. */
  of(state: string, role: string): ReadonlyMap<string, Transition> {
    return this.#states.get(state)?.get(role) ?? none;
  }

  /** The states that can be reached from a state by messages of some roles, and the state itself. */
  reachable(from: string, roles: readonly string[]): ReadonlySet<string> {
    const reached = new Set([from]);
    // A set can grow while it is iterated.
    for (const state of reached)
      for (const role of roles) for (const { next } of this.of(state, role).values()) reached.add(next);
    return reached;
  }
}

const none: ReadonlyMap<string, Transition> = new Map();

function transitionOf([name, message]: [string, MessageDefinition]): [string, Transition] {
  if (typeof message === 'string') return [name, { next: message, isData: undefined }];
  return [name, { next: message.next, isData: message.data }];
}
