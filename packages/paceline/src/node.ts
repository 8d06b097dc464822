export type { Message, MessageEnd, MessageStatus } from './sender/message.ts';
export type { Sendable } from './wire/payload.ts';
export type { Received } from './stream/inbox.ts';
export type { Classified, SendOptions } from './stream/send-options.ts';
export type { Closed } from './session/closing-handshake.ts';
export type { Session } from './session/session.ts';
export type { SessionStatistics } from './session/session-statistics.ts';
export type { Stream } from './stream/stream.ts';
export type { StreamEnd } from './stream/stream-ending.ts';
export type { StreamOptions } from './stream/stream-options.ts';
export { closeCode } from './wire/close-code.ts';
export type { ClientInfo } from './admission/client-info.ts';
export type { Identity } from './admission/identity.ts';
export { PacelineServer } from './server/paceline-server.ts';
export type { PacelineServerOptions } from './server/server-options.ts';
export type { OnRefused, Refusal, RefusalReason } from './admission/refusal.ts';
export type { OnError } from './callbacks/error-reporter.ts';
export {
  type PacelineWebSocketOptions,
  PacelineWebSocketServer,
} from './ws-server/paceline-web-socket-server.ts';
export { SessionSocket } from './ws-server/session-socket.ts';
export type { SessionsOptions } from './admission/sessions-options.ts';
