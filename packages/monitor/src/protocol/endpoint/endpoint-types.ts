import type { DataGuard, StateDefinitions } from '../definition/definition.ts';

/** The type of a protocol, from which the types of its endpoints follow. */
export interface ProtocolShape {
  readonly role: string;
  readonly start: string;
  readonly states: StateDefinitions;
  /** The role that yields; `undefined`: none. */
  readonly yields: string | undefined;
}

/** A role of a protocol. */
export type RoleOf<P extends ProtocolShape> = P['role'];

/** A state of a protocol. */
export type StateOf<P extends ProtocolShape> = keyof P['states'] & string;

/** The messages of a role in a state, with their definitions. */
type MessagesIn<P extends ProtocolShape, State, Role> = State extends keyof P['states']
  ? Role extends keyof P['states'][State]
    ? NonNullable<P['states'][State][Role]>
    : unknown
  : unknown;

/** Names of the messages that a role may send in a state. */
export type NamesIn<P extends ProtocolShape, State, Role> = keyof MessagesIn<P, State, Role> & string;

type NextOf<Definition> = Definition extends string
  ? Definition
  : Definition extends { readonly next: infer Next extends string }
    ? Next
    : never;

/** The arguments of `send` after the name. A message without a type guard has no data. */
type DataArguments<Definition> = Definition extends { readonly data: DataGuard<infer Data> }
  ? [data: Data]
  : [];

type DataOf<Definition> = Definition extends { readonly data: DataGuard<infer Data> } ? Data : unknown;

/** The other role. */
export type PeerOf<P extends ProtocolShape, Role> = Exclude<RoleOf<P>, Role>;

/** The states in which a role that yields may send. */
type YieldStatesOf<P extends ProtocolShape, Role> = Role extends P['yields']
  ? { [State in StateOf<P>]: [NamesIn<P, State, Role>] extends [never] ? never : State }[StateOf<P>]
  : never;

/** A message of the peer that an endpoint has received. `next`: the endpoint in the next state, which replaces the one that has received the message. */
export type Received<P extends ProtocolShape, Role extends RoleOf<P>, State> =
  | ReceivedIn<P, Role, State, undefined>
  | ReceivedInEach<P, Role, YieldStatesOf<P, Role>>;

type ReceivedInEach<P extends ProtocolShape, Role extends RoleOf<P>, State> = State extends unknown
  ? ReceivedIn<P, Role, State, string>
  : never;

type ReceivedIn<P extends ProtocolShape, Role extends RoleOf<P>, State, Void> = {
  [Name in NamesIn<P, State, PeerOf<P, Role>>]: {
    readonly name: Name;
    readonly data: DataOf<MessagesIn<P, State, PeerOf<P, Role>>[Name]>;
    readonly next: Endpoint<P, Role, NextOf<MessagesIn<P, State, PeerOf<P, Role>>[Name]> & StateOf<P>>;
    /**
     * Name of the first message of this role that is void, because it has crossed with the received one and this role yields. All messages that this role has
     * sent after it are void, too. `undefined`: none.
     */
    readonly voided: Void;
  };
}[NamesIn<P, State, PeerOf<P, Role>>];

/** Options of `receive`. An option that is `undefined` counts as absent. */
export interface ReceiveOptions {
  /** Ends the waiting. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** The members of each endpoint. */
export interface EndpointBase<Role, State> {
  readonly role: Role;
  readonly state: State;
}

/** An endpoint in a state in which its role may send. */
export interface SendingEndpoint<P extends ProtocolShape, Role extends RoleOf<P>, State> {
  /**
   * Sends a message, and returns the endpoint in the next state, which replaces this one. Throws a {@link StaleEndpointError} if this endpoint has been
   * replaced, and a {@link ProtocolViolation} if the role may not send the message in this state, or the type guard refuses the data. If the option `send`
   * throws, so does this method, and the endpoint stays as it is.
   */
  send<Name extends NamesIn<P, State, Role>>(
    name: Name,
    ...data: DataArguments<MessagesIn<P, State, Role>[Name]>
  ): Endpoint<P, Role, NextOf<MessagesIn<P, State, Role>[Name]> & StateOf<P>>;
}

/** An endpoint in a state in which the other role may send. */
export interface ReceivingEndpoint<Message> {
  /**
   * Resolves with the next message of the peer, whose `next` replaces this endpoint. Resolves with `undefined` if `send` of this endpoint is called in the
   * meantime. Rejects with the reason of `signal` if it is aborted; the endpoint can then be used as before. Rejects with a {@link StaleEndpointError} if this
   * endpoint has been replaced, and with an Error while another call of `receive` waits.
   */
  receive(options?: ReceiveOptions): Promise<Message>;
}

/**
 * One role's side of a session, in one state: it has the methods that this role may call in this state. It can be used once. Then the endpoint that `send`
 * or `receive` returns replaces it.
 */
export type Endpoint<
  P extends ProtocolShape,
  Role extends RoleOf<P>,
  State extends StateOf<P>,
> = State extends unknown
  ? EndpointBase<Role, State> &
      ([NamesIn<P, State, Role>] extends [never] ? unknown : SendingEndpoint<P, Role, State>) &
      ([Received<P, Role, State>] extends [never]
        ? unknown
        : ReceivingEndpoint<
            [NamesIn<P, State, Role>] extends [never]
              ? Received<P, Role, State>
              : Received<P, Role, State> | undefined
          >)
  : never;
