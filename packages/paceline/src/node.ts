export { PacelineServer, type PacelineServerOptions } from './server/paceline-server.ts';
export {
  type PacelineWebSocketOptions,
  PacelineWebSocketServer,
} from './server/paceline-web-socket-server.ts';
export { SessionSocket } from './server/session-socket.ts';
export type { SessionsOptions, Visitor } from './server/sessions.ts';
