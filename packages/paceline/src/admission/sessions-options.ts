import type { EventLoop } from '@doha/loop';
import type { OnError } from '../callbacks/error-reporter.ts';
import type { EndpointOptions } from '../session/endpoint-options.ts';
import type { Authenticate } from './authenticate-client.ts';
import type { OnRefused } from './refusal.ts';

/** Options of the sessions of a server. */
export interface SessionsOptions extends EndpointOptions {
  /**
   * Returns, or resolves to, the identity of a client, `true` for an admitted client without one, or `false`, null or undefined to refuse the client.
   * Called for each connection, also for each plain WebSocket before its handshake is answered. A session accepts further connections only from the
   * identity that opened it, see `Session.user`. If `authenticate` throws or rejects, `onError` is called and the client is refused for the moment: a client
   * that resumes its session tries again, for up to `resumeTimeout`. Default: all clients are admitted.
   */
  readonly authenticate?: Authenticate | undefined;
  /**
   * Receives each refusal, with its reason, and the given and the required values. Default: a line
   * on the console, at most one a second for each reason. There is no line for sessions that this
   * server does not know, and none while the server is closing.
   */
  readonly onRefused?: OnRefused | undefined;
  /**
   * Maximum number of sessions; default 10,000. A further one replaces the session that has been without a connection longest. If all are connected, the new
   * client is refused.
   */
  readonly maxSessions?: number | undefined;
  /** Maximum number of connections of one session, from 2 to 64; default 6. A further one replaces the standby that has been silent longest. */
  readonly maxConnections?: number | undefined;
  /**
   * Maximum bytes of memory that all sessions together hold for their clients; from 2^20 to 2^40, default 256 MiB. The sum counts incomplete and unread
   * messages plus 512 bytes for each; 2,048 bytes and the label for each stream that is open or has unread messages; and 128 bytes for each unacknowledged
   * control record. A text that is not ASCII takes two bytes per character. Unread messages of ended sessions count until they are read, or the application
   * has no reference to them. If the limit is exceeded, these are dropped, beginning with the session that ended first. If that does not suffice, the session
   * that holds the most memory is ended with the code `overflow`, and its unread messages are dropped.
   * The memory of a session without a connection counts eight times. `onError` receives a RangeError
   * for each session that ends, or whose unread messages are dropped.
   */
  readonly maxMemory?: number | undefined;
  /**
   * Maximum bytes of memory of all messages that wait to be sent or acknowledged, plus 512 bytes
   * for each; from 2^20 to 2^40, default 1 GiB. Each `send` copies its data, so a message to many
   * clients counts for each of them. If the limit is exceeded, sessions end as with `maxMemory`,
   * but their unread messages are kept.
   */
  readonly maxSendMemory?: number | undefined;
  /** Ms until a client must have sent its hello, and `authenticate` must have answered; default 10,000. */
  readonly timeout?: number | undefined;
  /**
   * Whether other servers have the same address. A client that reaches a server without its session
   * then tries again, for up to `resumeTimeout`. Default: false; a client whose session is unknown,
   * for example after a restart of the server, learns that its session is lost.
   */
  readonly isClustered?: boolean | undefined;
  /** Runs the timers; default: a loop of its own. If it is disposed, the sessions are terminated, and the server closes. */
  readonly loop?: EventLoop | undefined;
  /** Receives errors of the application's callbacks and listeners, thrown or rejected, see {@link OnError}. Default: console.error. The server goes on. */
  readonly onError?: OnError | undefined;
}
