export { ConnectError } from './client/connect-error.ts';
export { type ConnectOptions, Paceline } from './client/paceline.ts';
export { PacelineSocket } from './web-socket/paceline-socket.ts';
export type { PacelineSocketOptions } from './web-socket/paceline-socket-options.ts';
export type { SocketData } from './web-socket/web-idl.ts';
export type { OnError } from './callbacks/error-reporter.ts';
export type { Classified, SendOptions } from './stream/send-options.ts';
export type { EndpointOptions } from './session/endpoint-options.ts';
export type { Closed } from './session/closing-handshake.ts';
export { type ConnectionChange, Session } from './session/session.ts';
export type { SessionStatistics } from './session/session-statistics.ts';
export type { Sendable } from './wire/payload.ts';
export { Stream } from './stream/stream.ts';
export type { StreamEnd } from './stream/stream-ending.ts';
export type { StreamOptions } from './stream/stream-options.ts';
export type { Received } from './stream/inbox.ts';
export { Message, type MessageEnd, type MessageStatus } from './sender/message.ts';
export type { Fairness } from './sender/outgoing-stream.ts';
export { closeCode, nameOfCloseCode } from './wire/close-code.ts';
export type {
  Acknowledged,
  ConnectionInfo,
  KernelState,
  LatencyController,
  NewController,
  Path,
} from './control/latency-controller.ts';
export { paceA } from './control/pace-a.ts';
export type { Socket } from './transport/socket-link.ts';
