export { PacelineServer, type PacelineServerOptions, type Visitor } from './server/paceline-server.ts';
