export { protocol, type Protocol, type ShapeOf } from './protocol/protocol.ts';
export {
  unchecked,
  type DataGuard,
  type KnownNames,
  type MessageDefinition,
  type ProtocolDefinition,
  type StateDefinitions,
} from './protocol/definition/definition.ts';
export { StaleEndpointError } from './protocol/endpoint/stale-endpoint-error.ts';
export type { Deliver, EndpointOptions } from './protocol/endpoint/endpoint-session.ts';
export type {
  Endpoint,
  EndpointBase,
  ProtocolShape,
  ReceiveOptions,
  Received,
  ReceivingEndpoint,
  RoleOf,
  SendingEndpoint,
  StateOf,
} from './protocol/endpoint/endpoint-types.ts';
export {
  ProtocolViolation,
  type SessionMessage,
  type ViolationReason,
} from './protocol/view/protocol-violation.ts';
export type { Watch, WatchOptions } from './protocol/view/watch.ts';
export { inferProtocol, type InferProtocolOptions } from './protocol/draft/infer-protocol.ts';
export { definitionText } from './protocol/draft/definition-text.ts';
export {
  recordedTraces,
  recordMessage,
  type MessageSignals,
  type TraceMessage,
} from './protocol/draft/recorded-messages.ts';
export { stateDiagram } from './protocol/diagram/state-diagram.ts';
export { sequenceDiagram } from './protocol/diagram/sequence-diagram.ts';
