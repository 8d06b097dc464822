import type { Transition, Transitions } from '../definition/transitions.ts';
import { ProtocolViolation, type SessionMessage } from './protocol-violation.ts';

/** The parts of a protocol by which a role follows a session. */
export interface Rules {
  readonly name: string;
  readonly start: string;
  readonly transitions: Transitions;
  /** The role that yields if messages cross, if there is one. */
  readonly yields: string | undefined;
}

/** The meaning of a received message for the role that has received it. */
export type Judgment =
  /** The peer may send the message in this state. */
  | { readonly kind: 'expected'; readonly next: string }
  /** The peer sent the message in the state `crossing`, and it has crossed with a message of this role. The peer yields, so the message has no effect. */
  | { readonly kind: 'void'; readonly crossing: string }
  /** The message has crossed with the message `voided`, which this role sent in the state `crossing`. This role yields, so `voided` has no effect. */
  | { readonly kind: 'yielded'; readonly next: string; readonly crossing: string; readonly voided: string }
  | { readonly kind: 'violation'; readonly violation: ProtocolViolation };

/**
 * The state of a session, as one role sees it. The two roles see different states while messages are in flight. Messages of one role must arrive in the order
 * in which they were sent.
 */
export class RoleView {
  readonly role: string;
  readonly peer: string;
  state: string;
  #rules: Rules;
  /**
   * Earlier states of this role in which the peer may still be, because it may not have received the newest messages; the oldest first, without `state`.
   * The value is the message by which this role left the state.
   */
  #peerStates: Map<string, string> = new Map();

  constructor(rules: Rules, role: string) {
    this.#rules = rules;
    this.role = role;
    this.peer = rules.transitions.peerOf(role);
    this.state = rules.start;
  }

  /** Returns the violation that this role would commit by sending a message now; undefined: it may send the message. */
  judgeSent(name: string, data: unknown): ProtocolViolation | undefined {
    const transition = this.#rules.transitions.get(this.state, this.role, name);
    if (transition === undefined) return this.#unexpected(this.role, name, data);
    return this.#faultOf(transition, this.role, name, data);
  }

  /** This role has sent a message that it may send. */
  sent(name: string): void {
    const { transitions } = this.#rules;
    const { next } = transitions.get(this.state, this.role, name)!;
    const canCross = next !== this.state && transitions.of(this.state, this.peer).size > 0;
    if (canCross) this.#setPeerState(this.state, name);
    this.state = next;
  }

  /** Returns the meaning of a received message. Changes nothing. */
  judgeReceived(name: string, data: unknown): Judgment {
    const { transitions, yields } = this.#rules;
    const here = transitions.get(this.state, this.peer, name);
    if (here !== undefined) {
      const violation = this.#faultOf(here, this.peer, name, data);
      return violation === undefined
        ? { kind: 'expected', next: here.next }
        : { kind: 'violation', violation };
    }
    // The latest such state counts: messages that this role sent before it left that state do not conflict with the received one.
    const crossing = [...this.#peerStates.keys()].findLast((state) =>
      transitions.get(state, this.peer, name),
    );
    if (crossing === undefined)
      return { kind: 'violation', violation: this.#unexpected(this.peer, name, data) };
    const there = transitions.get(crossing, this.peer, name)!;
    const violation = this.#faultOf(there, this.peer, name, data);
    if (violation !== undefined) return { kind: 'violation', violation };
    const voided = this.#peerStates.get(crossing)!;
    if (yields === this.peer) return { kind: 'void', crossing };
    if (yields === this.role) return { kind: 'yielded', next: there.next, crossing, voided };
    return { kind: 'violation', violation: this.#crossed(name, data, voided) };
  }

  /** This role has received a message. `judgment`: the result of `judgeReceived`. A violation changes nothing. */
  received(name: string, judgment: Judgment): void {
    if (judgment.kind === 'violation') return;
    if (judgment.kind === 'yielded') this.#forgetFrom(judgment.crossing);
    this.#advancePeer(name, judgment.kind === 'void' ? judgment.crossing : undefined);
    if (judgment.kind !== 'void') this.state = judgment.next;
  }

  /** The message, as this role sees it now. */
  messageOf(from: string, messageName: string, data: unknown): SessionMessage {
    return { protocol: this.#rules.name, role: this.role, state: this.state, from, messageName, data };
  }

  /** If this role comes to a state again, only the last time counts. */
  #setPeerState(state: string, own: string): void {
    this.#peerStates.delete(state);
    this.#peerStates.set(state, own);
  }

  /** Forgets the messages that this role has sent in a state and later. */
  #forgetFrom(state: string): void {
    const states = [...this.#peerStates.keys()];
    for (const later of states.slice(states.indexOf(state))) this.#peerStates.delete(later);
  }

  /**
   * The peer has sent a message. The states in which it could not have sent this message are dropped. If none is left, the peer had received all messages of
   * this role. `crossing`: the state in which the peer sent a void message. A void message does not change the later states: the peer comes to them when it
   * receives the messages of this role.
   */
  #advancePeer(name: string, crossing?: string): void {
    const before = this.#peerStates;
    this.#peerStates = new Map();
    let isLater = false;
    for (const [state, own] of before) {
      const next = isLater ? state : this.#rules.transitions.get(state, this.peer, name)?.next;
      if (next !== undefined) this.#setPeerState(next, own);
      isLater ||= state === crossing;
    }
  }

  #faultOf({ isData }: Transition, from: string, name: string, data: unknown): ProtocolViolation | undefined {
    let cause: unknown;
    try {
      if (isData === undefined || isData(data)) return undefined;
    } catch (error) {
      cause = error;
    }
    return new ProtocolViolation(this.messageOf(from, name, data), 'data', 'has invalid data', cause);
  }

  #unexpected(from: string, name: string, data: unknown): ProtocolViolation {
    const known = [...this.#rules.transitions.of(this.state, from).keys()];
    const expected = known.length > 0 ? `${from} may send ${known.join(', ')}` : `${from} may send nothing`;
    return new ProtocolViolation(
      this.messageOf(from, name, data),
      'unexpected',
      `is unexpected: ${expected}`,
    );
  }

  #crossed(name: string, data: unknown, own: string): ProtocolViolation {
    const explanation = `has crossed with ${own} of ${this.role}, and no role yields`;
    return new ProtocolViolation(this.messageOf(this.peer, name, data), 'crossed', explanation);
  }
}
