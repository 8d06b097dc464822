import type { IncomingMessage, Server } from 'node:http';
import type { WebSocket } from 'ws';
import { checkFunction, checkKind, isText } from '../session/check-option.ts';
import type { Session } from '../session/session.ts';
import type { ClientInfo } from './client-info.ts';
import { isLoopback } from './loopback.ts';
import type { PageRulesOptions } from './page-rules.ts';
import type { SessionsOptions } from './sessions.ts';

export interface PacelineServerOptions extends SessionsOptions, PageRulesOptions {
  /** A port of its own; 0: any that is free. Or … */
  readonly port?: number | undefined;
  /** … the server of http or https to whose upgrades it listens. */
  readonly server?: Server | undefined;
  /** With `port`: the address that it listens on; default '127.0.0.1', this machine only. '0.0.0.0' or '::': all. Others need `origins`. */
  readonly host?: string | undefined;
  /**
   * The path that is served, from '/' on; default: all, also what other listeners to the upgrades of `server` are meant to take, so beside them it
   * must be given. With it other paths are theirs; if there are none, the answer is 404.
   */
  readonly path?: string | undefined;
  /** Gets each new session. */
  readonly onSession?: ((session: Session, client: ClientInfo) => unknown) | undefined;
  /** Gets each WebSocket that speaks something else. Default: they are refused. */
  readonly onSocket?: ((socket: WebSocket, request: IncomingMessage) => unknown) | undefined;
  /** Subprotocols of the application, of which the first that a client offers is chosen; for sessions beside our own. */
  readonly protocols?: readonly string[] | undefined;
}

/** Throws a TypeError that names an option of a wrong kind, or one that is missing. */
export function checkServerOptions(options: PacelineServerOptions): void {
  const { hosts, onSession, onSocket, origins, path, port, protocols, server } = options;
  if ((port === undefined) === (server === undefined))
    throw new TypeError('PacelineServer: there must be either a port or a server');
  checkFunction('onSession', onSession);
  checkFunction('onSocket', onSocket);
  checkKind('path', path, "a string that begins with '/'", (given) => isText(given) && given.startsWith('/'));
  checkKind('origins', origins, "'*' or an array of strings", (given) => given === '*' || areTexts(given));
  if (Array.isArray(origins)) for (const origin of origins as readonly string[]) checkOrigin(origin);
  checkKind('hosts', hosts, 'an array of strings', areTexts);
  checkKind('protocols', protocols, 'an array of strings', areTexts);
  checkHost(options);
}

function checkHost({ host, origins, server }: PacelineServerOptions): void {
  checkKind('host', host, 'a string that is not empty', (given) => isText(given) && given !== '');
  if (host === undefined) return;
  if (server !== undefined) throw new TypeError(`host must be given to listen() of server, got '${host}'`);
  if (origins === undefined && !isLoopback(host))
    throw new TypeError(
      `host must be a loopback address unless origins is given, such as ['https://example.org'], or '*' for pages of all origins, got '${host}'`,
    );
}

// Browsers send origins in one form only: any other would silently let no page in.
function checkOrigin(origin: string): void {
  const right = URL.canParse(origin) ? new URL(origin).origin : 'null';
  const isRight = origin === 'null' || (right === 'null' ? ofApp.test(origin) : right === origin);
  const example = right === 'null' ? "'https://example.org'" : `'${right}'`;
  if (!isRight)
    throw new TypeError(`origins must be as browsers send them, such as ${example}, got '${origin}'`);
}

/** Origins of pages in applications, such as 'capacitor://localhost'. */
const ofApp = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/[^/]*$/;

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
