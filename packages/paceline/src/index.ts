export { type ConnectOptions, Paceline } from './client/paceline.ts';
export {
  type Classified,
  PacelineSocket,
  type PacelineSocketOptions,
  type SocketData,
} from './client/paceline-socket.ts';
export type { EndOptions } from './session/defaults.ts';
export { type Closed, Session } from './session/session.ts';
export type { SessionStatistics } from './session/session-statistics.ts';
export type { Sendable } from './session/payload.ts';
export { type SendOptions, Stream, type StreamOptions } from './session/stream.ts';
export type { Received } from './session/inbox.ts';
export { Message, type MessageEnd, type MessageStatus } from './sender/message.ts';
export type { Fairness } from './sender/outgoing-stream.ts';
export { closeCode, nameOfCloseCode } from './wire/close-code.ts';
export type { Acknowledged, KernelState, LatencyController, Path } from './control/latency-controller.ts';
export { fixed } from './control/fixed.ts';
export { minBuf } from './control/min-buf.ts';
export { none } from './control/none.ts';
export { paceA } from './control/pace-a.ts';
export { paceK } from './control/pace-k.ts';
export type { Socket } from './session/socket-link.ts';
