/**
 * Why a message violates a protocol. `unexpected`: its sender may not send it in the current state. `crossed`: it has crossed with a message of the other
 * role, in a state in which no role yields. `data`: the type guard has refused its data.
 */
export type ViolationReason = 'unexpected' | 'crossed' | 'data';

/** A message of a session, as one of its roles sees it. */
export interface SessionMessage {
  /** Name of the protocol. */
  readonly protocol: string;
  /** The role that sees the message: it has sent or received it. */
  readonly role: string;
  /** The state of the session, as this role sees it, before the message. */
  readonly state: string;
  /** The role that has sent the message. */
  readonly from: string;
  /** Name of the message. */
  readonly messageName: string;
  readonly data: unknown;
}

/** A message violates a protocol. If a type guard has thrown, its error is the `cause`. */
export class ProtocolViolation extends Error implements SessionMessage {
  override readonly name = 'ProtocolViolation';
  readonly protocol: string;
  readonly role: string;
  readonly state: string;
  readonly from: string;
  readonly messageName: string;
  readonly data: unknown;
  readonly reason: ViolationReason;

  constructor(message: SessionMessage, reason: ViolationReason, explanation: string, cause?: unknown) {
    const { data, from, messageName, protocol, role, state } = message;
    super(
      `${protocol}: ${messageName} of ${from}, seen by ${role} in the state ${state}, ${explanation}`,
      cause === undefined ? undefined : { cause },
    );
    this.protocol = protocol;
    this.role = role;
    this.state = state;
    this.from = from;
    this.messageName = messageName;
    this.data = data;
    this.reason = reason;
  }
}
