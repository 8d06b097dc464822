import type { Reporter } from '../callbacks/guard.ts';
import type { Session, SessionParts } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { MemoryAccount } from './memory-account.ts';
import { MemoryBudget } from './memory-budget.ts';
import { UnreadMessages } from './unread-messages.ts';

export interface ServerMemoryParts {
  /** Maximum bytes of messages from clients. */
  readonly maxMemory: number;
  /** Maximum bytes of messages to clients. */
  readonly maxSendMemory: number;
  readonly sessions: () => readonly Session[];
  readonly reporter: Reporter;
}

/**
 * The memory of all sessions of a server. Incoming messages depend on the clients, outgoing messages on the application. With one budget for both, clients
 * that send much would end sessions to which the application sends much.
 */
export class ServerMemory {
  readonly received: MemoryBudget;
  readonly sent: MemoryBudget;
  #unread: UnreadMessages;

  constructor({ maxMemory, maxSendMemory, reporter, sessions }: ServerMemoryParts) {
    this.#unread = new UnreadMessages((bytes) => this.received.change(bytes));
    this.received = new MemoryBudget({
      limit: maxMemory,
      name: 'maxMemory',
      purpose: 'incoming messages',
      sessions,
      heldBy: ({ endpoint }) => endpoint.held,
      end: (session, reason) => session.endForMemory(reason),
      dropOldest: () => this.#unread.dropOldest(),
      reporter,
    });
    this.sent = new MemoryBudget({
      limit: maxSendMemory,
      name: 'maxSendMemory',
      purpose: 'outgoing messages',
      sessions,
      heldBy: ({ sendMemory }) => sendMemory,
      end: ({ endpoint }, reason) => endpoint.fail(closeCode.overflow, reason),
      reporter,
    });
  }

  /** The callbacks by which a session reports its memory. `id`: returns the id of the session. */
  partsOf(id: () => string): Pick<SessionParts, 'hold' | 'keepUnread' | 'sendMemory'> {
    return {
      hold: (bytes) => this.received.change(bytes),
      sendMemory: new MemoryAccount((bytes) => this.sent.change(bytes)),
      keepUnread: (endpoint) => this.#unread.add(endpoint, id()),
    };
  }
}
