import { checkCrossings } from './definition/check-crossings.ts';
import { checkDefinition } from './definition/check-definition.ts';
import { checkKnown } from './definition/check-names.ts';
import type { KnownNames, ProtocolDefinition, StateDefinitions } from './definition/definition.ts';
import type { Transitions } from './definition/transitions.ts';
import { type EndpointOptions, EndpointSession } from './endpoint/endpoint-session.ts';
import type { Endpoint, ProtocolShape, RoleOf, StateOf } from './endpoint/endpoint-types.ts';
import type { Rules } from './view/role-view.ts';
import { Watch, type WatchOptions } from './view/watch.ts';

/**
 * Messages between two roles as a state machine: it says which messages each role may send in each state. Create one by {@link protocol}. The members of its
 * definition can be read. One protocol serves any number of sessions.
 */
export class Protocol<P extends ProtocolShape = ProtocolShape> {
  readonly name: string;
  readonly roles: readonly [RoleOf<P>, RoleOf<P>];
  readonly start: P['start'];
  readonly states: P['states'];
  readonly yields: P['yields'];
  #transitions: Transitions;

  /** `transitions`: of the definition, which has been checked. */
  constructor({ name, roles, start, states, yields }: ProtocolDefinition, transitions: Transitions) {
    this.name = name;
    this.roles = roles;
    this.start = start;
    this.states = states;
    this.yields = yields;
    this.#transitions = transitions;
  }

  /**
   * Begins a session of one role, and returns its endpoint in the first state. Throws a TypeError if an option is invalid, and a RangeError if there is no such
   * role.
   */
  endpoint<Role extends RoleOf<P>>(
    role: Role,
    options: EndpointOptions,
  ): Endpoint<P, Role, P['start'] & StateOf<P>> {
    const { newest } = new EndpointSession(this.#rulesFor('endpoint', role), role, options);
    // At run time an endpoint has the methods of all states.
    return newest as unknown as Endpoint<P, Role, P['start'] & StateOf<P>>;
  }

  /**
   * Checks the messages of one role in a session of an existing program. Throws a TypeError if an option is invalid, and a RangeError if there is no such
   * role.
   */
  watch(role: RoleOf<P>, options: WatchOptions = {}): Watch {
    return new Watch(this.#rulesFor('watch', role), role, options);
  }

  #rulesFor(method: string, role: string): Rules {
    const { name, start, yields } = this;
    checkKnown(`${method} of protocol ${name}: role`, role, this.roles);
    return { name, start, yields, transitions: this.#transitions };
  }
}

/** The type of the protocol with a definition. */
export interface ShapeOf<
  Role extends string,
  Start extends string,
  States extends StateDefinitions,
  Yielding extends Role | undefined = undefined,
> {
  readonly role: Role;
  readonly start: Start;
  readonly states: States;
  readonly yields: Yielding;
}

/**
 * Returns a protocol. The types of its endpoints follow from the definition, which is checked. Throws a TypeError if a part of it has the wrong type. Throws a
 * RangeError if it names an unknown state or role; if a state cannot be reached from the first one; if two messages that can cross lead to different
 * states in different orders; or if a role that yields could not tell crossing messages from answers.
 */
export function protocol<
  const Role extends string,
  const States extends StateDefinitions<NoInfer<Role>>,
  const Start extends keyof States & string,
  const Yielding extends NoInfer<Role> | undefined = undefined,
>(
  definition: ProtocolDefinition<Role, States> & {
    readonly start: Start;
    readonly states: KnownNames<NoInfer<Role>, States>;
    readonly yields?: Yielding;
  },
): Protocol<ShapeOf<Role, Start, States, Yielding>> {
  const transitions = checkDefinition(definition);
  checkCrossings(definition, transitions);
  return new Protocol(definition, transitions) as Protocol<ShapeOf<Role, Start, States, Yielding>>;
}
