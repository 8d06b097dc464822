import type { IncomingMessage } from 'node:http';
import { guard, type Reporter } from '../callbacks/guard.ts';
import type { Link } from '../transport/link.ts';
import { closeCode } from '../wire/close-code.ts';
import { protocol, recordType, version } from '../wire/layout.ts';
import { RefusalLog } from './refusal-log.ts';
import type { OnRefused, Refusal, RefusalReason } from './refusal.ts';

/** A connection that may be refused. */
export interface Refusable {
  readonly link: Pick<Link, 'close'>;
  readonly request: IncomingMessage;
}

/** `closeReason`: text for the client, by default the name of the {@link RefusalReason}. `message`: text for the application, by default `closeReason`. */
interface Explanation extends Partial<Pick<Refusal, 'message' | 'values'>> {
  readonly closeReason?: string;
}

export interface RefusalsParts {
  readonly onRefused?: OnRefused | undefined;
  readonly reporter: Reporter;
  readonly now: () => number;
}

/** Close reason of sessions of a server that is closing. */
export const goingAwayReason = 'the server goes away';

/** Refuses connections with a reason, and reports them to the application. */
export class Refusals {
  #onRefused: OnRefused;
  #reporter: Reporter;
  #reported: WeakSet<IncomingMessage> = new WeakSet(); // requests whose refusal was reported

  constructor({ now, onRefused, reporter }: RefusalsParts) {
    const log = new RefusalLog(now);
    this.#onRefused = onRefused ?? ((refusal) => log.add(refusal));
    this.#reporter = reporter;
  }

  /** Whether the refusal of a request was reported. */
  hasReported(request: IncomingMessage): boolean {
    return this.#reported.has(request);
  }

  /** Reports a refusal to the application. The caller closes the connection. */
  report(refusal: Refusal): void {
    this.#reported.add(refusal.request);
    guard(this.#reporter, () => this.#onRefused(refusal));
  }

  refuse(
    { link, request }: Refusable,
    reason: RefusalReason & keyof typeof closeCode,
    { closeReason = reason, message = closeReason, values = {} }: Explanation = {},
  ): void {
    link.close(closeCode[reason], closeReason);
    this.report({ reason, message, values, request });
  }

  refuseClosing({ link, request }: Refusable): void {
    link.close(closeCode.goingAway, goingAwayReason);
    this.report({ reason: 'closing', message: goingAwayReason, values: {}, request });
  }

  /**
   * Reports a connection that `ws` has closed because of an invalid frame. `fault`: description of
   * the fault.
   */
  reportBadFrame({ request }: Refusable, fault: string): void {
    this.report({
      reason: 'badFrame',
      message: `a frame is invalid: ${fault}`,
      values: {},
      request,
    });
  }

  /** Refuses a client of another version. `client`: its subprotocol, such as 'paceline.2'. */
  refuseVersion(connection: Refusable, client: string): void {
    const closeReason = `the server speaks ${protocol}, the client ${client}`;
    this.refuse(connection, 'otherVersion', { closeReason, values: { server: protocol, client } });
  }

  /**
   * Refuses a client because of its first frame. `fault`: description of the fault; `frame`: the
   * bytes of a binary frame.
   */
  refuseHello(connection: Refusable, fault: string, frame: Uint8Array = new Uint8Array()): void {
    const [type, given] = frame;
    const isOther = type === recordType.clientHello && given !== undefined && given !== version;
    if (isOther) this.refuseVersion(connection, `paceline.${given}`);
    else this.refuse(connection, 'badFrame', { closeReason: `the client hello is invalid: ${fault}` });
  }
}
