import { checkCallback, checkKind, checkObject, warnUnknownOptions, withDefaults } from '@doha/loop/options';
import { checkMessageSignals, type MessageSignals, recordMessage } from '../draft/recorded-messages.ts';
import type { ProtocolViolation, SessionMessage } from './protocol-violation.ts';
import { RoleView, type Rules } from './role-view.ts';

/** Options of a {@link Watch}. An option that is `undefined` counts as absent. */
export interface WatchOptions {
  /** Receives each violation. Without it, `sent` and `received` throw violations. */
  readonly violated?: ((violation: ProtocolViolation) => void) | undefined;
  /** Receives each message that is void because its sender yields, see `yields`. The `data` of this role's own messages is not kept. Default: none. */
  readonly voided?: ((message: SessionMessage) => void) | undefined;
  /** Records each message that does not violate the protocol as a signal, see `recordMessage`. Default: none. */
  readonly recorder?: MessageSignals | undefined;
}

/** The names of the options of {@link WatchOptions}. */
export const watchOptionNames = ['violated', 'voided', 'recorder'] as const;

/** Throws a TypeError if an option is invalid. */
export function checkWatchOptions(where: string, options: WatchOptions): void {
  checkObject(`${where}: options`, options);
  const { recorder, violated, voided } = withDefaults({}, options) as WatchOptions;
  if (violated !== undefined) checkCallback(`${where}: violated`, violated);
  if (voided !== undefined) checkCallback(`${where}: voided`, voided);
  if (recorder !== undefined) checkMessageSignals(`${where}: recorder`, recorder);
}

/**
 * Checks the messages that one role of an existing program sends and receives. It neither sends nor changes any. A message that violates the protocol leaves
 * the state as it is.
 */
export class Watch {
  readonly role: string;
  #view: RoleView;
  #protocol: string;
  #options: WatchOptions;

  /** Throws a TypeError if an option is invalid. */
  constructor(rules: Rules, role: string, options: WatchOptions) {
    checkWatchOptions('watch', options);
    warnUnknownOptions('watch', options, watchOptionNames);
    this.role = role;
    this.#view = new RoleView(rules, role);
    this.#protocol = rules.name;
    this.#options = withDefaults({}, options);
  }

  /** The state of the session, as this role sees it. */
  get state(): string {
    return this.#view.state;
  }

  /** This role has sent a message, or is about to. Throws a TypeError if `name` is not a string, and a {@link ProtocolViolation} without `violated`. */
  sent(name: string, data?: unknown): void {
    checkKind('sent: name', typeof name === 'string', 'a string', name);
    const violation = this.#view.judgeSent(name, data);
    if (violation !== undefined) return this.#violated(violation);
    this.#view.sent(name);
    this.#record(this.role, name);
  }

  /**
   * This role has received a message, or is about to process it. Throws a TypeError if `name` is not a string, and a {@link ProtocolViolation} without
   * `violated`.
   */
  received(name: string, data?: unknown): void {
    checkKind('received: name', typeof name === 'string', 'a string', name);
    const { peer, role } = this.#view;
    const judgment = this.#view.judgeReceived(name, data);
    if (judgment.kind === 'violation') return this.#violated(judgment.violation);
    const voidMessage =
      judgment.kind === 'yielded'
        ? this.#view.messageOf(role, judgment.voided, undefined)
        : this.#view.messageOf(peer, name, data);
    this.#view.received(name, judgment);
    this.#record(peer, name);
    const { voided } = this.#options;
    if (judgment.kind !== 'expected') voided?.(voidMessage);
  }

  #record(from: string, name: string): void {
    const { recorder } = this.#options;
    if (recorder !== undefined) recordMessage(recorder, this.#protocol, { from, name });
  }

  #violated(violation: ProtocolViolation): void {
    const { violated } = this.#options;
    if (violated === undefined) throw violation;
    violated(violation);
  }
}
