import type { IncomingMessage } from 'node:http';
import { guard, type Reporter } from '../callbacks/guard.ts';
import type { Link } from '../transport/link.ts';
import { closeCode } from '../wire/close-code.ts';
import { protocol, recordType, version } from '../wire/layout.ts';
import type { OnRefused, Refusal, RefusalReason } from './refusal.ts';
import { RefusalLog } from './refusal-log.ts';

/** A connection that may be refused. */
export interface Refusable {
  readonly link: Pick<Link, 'close'>;
  readonly request: IncomingMessage;
}

/** What a refused client is told, by default the reason, and the application, by default the same. */
interface Explanation extends Partial<Pick<Refusal, 'message' | 'values'>> {
  readonly told?: string;
}

export interface RefusalsParts {
  readonly onRefused?: OnRefused | undefined;
  readonly reporter: Reporter;
  readonly now: () => number;
}

/** Why sessions of a server that is closing end. */
export const goesAway = 'the server goes away';

/** Refuses connections by name, and tells the application. */
export class Refusals {
  #onRefused: OnRefused;
  #reporter: Reporter;
  #told: WeakSet<IncomingMessage> = new WeakSet();

  constructor({ now, onRefused, reporter }: RefusalsParts) {
    const log = new RefusalLog(now);
    this.#onRefused = onRefused ?? ((refusal) => log.add(refusal));
    this.#reporter = reporter;
  }

  /** Whether the application was told that a request is refused. */
  hasTold(request: IncomingMessage): boolean {
    return this.#told.has(request);
  }

  /** Tells the application of a connection that is refused elsewhere. */
  tell(refusal: Refusal): void {
    this.#told.add(refusal.request);
    guard(this.#reporter, () => this.#onRefused(refusal));
  }

  refuse(
    { link, request }: Refusable,
    reason: RefusalReason & keyof typeof closeCode,
    { told = reason, message = told, values = {} }: Explanation = {},
  ): void {
    link.close(closeCode[reason], told);
    this.tell({ reason, message, values, request });
  }

  refuseClosing({ link, request }: Refusable): void {
    link.close(closeCode.goingAway, goesAway);
    this.tell({ reason: 'closing', message: goesAway, values: {}, request });
  }

  /** The first frame of a client is bad, and its connection has been closed because of it. `fault`: what is wrong with the frame. */
  tellBadFrame({ request }: Refusable, fault: string): void {
    this.tell({ reason: 'badFrame', message: `the client hello is invalid: ${fault}`, values: {}, request });
  }

  /** `client`: the subprotocol that the client speaks. */
  refuseVersion(arrival: Refusable, client: string): void {
    const told = `the server speaks ${protocol}, the client ${client}`;
    this.refuse(arrival, 'otherVersion', { told, values: { server: protocol, client } });
  }

  /** `frame`: the first frame of the client, if it has bytes; `fault`: what is wrong with it. */
  refuseHello(arrival: Refusable, fault: string, frame: Uint8Array = new Uint8Array()): void {
    const [type, given] = frame;
    const isOther = type === recordType.clientHello && given !== undefined && given !== version;
    if (isOther) this.refuseVersion(arrival, `paceline.${given}`);
    else this.refuse(arrival, 'badFrame', { told: `the client hello is invalid: ${fault}` });
  }
}
