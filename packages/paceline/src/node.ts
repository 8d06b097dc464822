export type { Message, MessageEnd, MessageStatus } from './sender/message.ts';
export type { Sendable } from './session/payload.ts';
export type { Received } from './session/inbox.ts';
export type { Classified, SendOptions } from './session/send-options.ts';
export type { Closed, Session } from './session/session.ts';
export type { SessionStatistics } from './session/session-statistics.ts';
export type { Stream, StreamOptions } from './session/stream.ts';
export { closeCode } from './wire/close-code.ts';
export { PacelineServer, type PacelineServerOptions } from './server/paceline-server.ts';
export {
  type PacelineWebSocketOptions,
  PacelineWebSocketServer,
} from './server/paceline-web-socket-server.ts';
export { SessionSocket } from './server/session-socket.ts';
export type { SessionsOptions, Visitor } from './server/sessions.ts';
