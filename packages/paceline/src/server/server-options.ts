import type { IncomingMessage, Server } from 'node:http';
import { checkCallback, checkKind, checkOptions, mustBe } from '@doha/loop/options';
import type { PerMessageDeflateOptions, WebSocket } from 'ws';
import { sessionsOptionNames } from '../admission/check-sessions-options.ts';
import type { ClientInfo } from '../admission/client-info.ts';
import type { SessionsOptions } from '../admission/sessions-options.ts';
import type { Session } from '../session/session.ts';
import { checkListening } from './check-listening.ts';
import { isLoopback } from './loopback.ts';
import type { PageRulesOptions } from './page-rules.ts';

export interface PacelineServerOptions extends SessionsOptions, PageRulesOptions {
  /** The port on which the server listens; 0: any free port. Either `port` or `server` is required. */
  readonly port?: number | undefined;
  /** The http or https server whose upgrade requests this server answers. */
  readonly server?: Server | undefined;
  /**
   * With `port`: the address on which the server listens; default '127.0.0.1', this machine only.
   * '0.0.0.0' or '::': all addresses. Any but a loopback address needs `origins`.
   */
  readonly host?: string | undefined;
  /**
   * The path that this server serves, beginning with '/'; default: all paths that no other
   * PacelineServer of `server` serves. Required if `server` has other listeners for upgrades, which
   * get the other paths. If there are no other listeners, the answer to other paths is 404.
   */
  readonly path?: string | undefined;
  /** Receives each new session. */
  readonly onSession?: ((session: Session, client: ClientInfo) => unknown) | undefined;
  /** Receives each plain WebSocket. Default: they are refused. */
  readonly onSocket?: ((socket: WebSocket, request: IncomingMessage) => unknown) | undefined;
  /** Compression of plain WebSockets, as of a server of `ws`; default false. Sessions are not compressed. */
  readonly perMessageDeflate?: boolean | PerMessageDeflateOptions | undefined;
  /**
   * Subprotocols of the application. The first one of the client's list that is also in this list
   * is selected. For sessions it is `session.protocol`, because the WebSocket has Paceline's own
   * subprotocol.
   */
  readonly protocols?: readonly string[] | undefined;
}

const names: readonly (keyof PacelineServerOptions)[] = [
  'port',
  'server',
  'host',
  'path',
  'origins',
  'hosts',
  'protocols',
  'onSession',
  'onSocket',
  'perMessageDeflate',
  ...sessionsOptionNames,
];

/** Throws a TypeError or a RangeError that names an option that is invalid or missing. */
export function checkServerOptions(options: PacelineServerOptions): void {
  checkOptions('PacelineServer', options, names);
  const { hosts, onSession, onSocket, origins, path, perMessageDeflate, port, protocols, server } = options;
  if ((port === undefined) === (server === undefined))
    throw new TypeError('PacelineServer: there must be either a port or a server');
  checkListening('PacelineServer', options);
  if (onSession !== undefined) checkCallback('PacelineServer: onSession', onSession);
  if (onSocket !== undefined) checkCallback('PacelineServer: onSocket', onSocket);
  const isPath = typeof path === 'string' && path.startsWith('/');
  check('path', path, isPath, "a string that begins with '/'");
  if (path !== undefined) checkPath(path);
  check('origins', origins, origins === '*' || areTexts(origins), "'*' or an array of strings");
  if (Array.isArray(origins)) for (const origin of origins as readonly string[]) checkOrigin(origin);
  check('hosts', hosts, areTexts(hosts), 'an array of strings');
  for (const name of hosts ?? []) checkHostName(name);
  check('protocols', protocols, areTexts(protocols), 'an array of strings');
  for (const name of protocols ?? [])
    check('protocols', name, token.test(name), 'names without spaces and separators, as RFC 6455 has them');
  const isDeflate = typeof perMessageDeflate === 'boolean' || isObject(perMessageDeflate);
  check('perMessageDeflate', perMessageDeflate, isDeflate, 'a boolean or an object');
  checkHost(options);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function check(name: string, value: unknown, isRight: boolean, kind: string): void {
  if (value !== undefined) checkKind(`PacelineServer: ${name}`, isRight, kind, value);
}

function checkHost({ host, origins, server }: PacelineServerOptions): void {
  check('host', host, typeof host === 'string' && host !== '', 'a string that is not empty');
  if (host === undefined) return;
  if (server !== undefined)
    throw new TypeError(`PacelineServer: host must be given to listen() of server, got '${host}'`);
  if (origins === undefined && !isLoopback(host))
    throw new TypeError(
      `PacelineServer: host must be a loopback address unless origins is given, such as ['https://example.org'], or '*' for pages of all origins, got '${host}'`,
    );
}

// Browsers send an origin in one form only. An option in any other form would silently refuse all
// pages.
function checkOrigin(origin: string): void {
  const right = URL.canParse(origin) ? new URL(origin).origin : 'null';
  const isRight = origin === 'null' || (right === 'null' ? ofApp.test(origin) : right === origin);
  const example = right === 'null' ? "'https://example.org'" : `'${right}'`;
  check('origins', origin, isRight, `as browsers send them, such as ${example}`);
}

// Clients send the path of a URL: encoded, without `..`, and the query is not compared. Any other value would refuse all clients.
function checkPath(path: string): void {
  const right = new URL(`http://localhost${path}`).pathname;
  const kind = `a path as clients send it, such as '${right}'`;
  if (path !== right) throw new RangeError(mustBe('PacelineServer: path', kind, path));
}

// Clients send a host name in one form. A name in any other form would match no header Host.
function checkHostName(host: string): void {
  const name = host.toLowerCase().replace(/:[1-9]\d*$/, '');
  const isRight =
    ofHost.test(name) && URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === name;
  const kind =
    "names or addresses as in the header Host, in ASCII and perhaps with a port, such as 'game.example'";
  if (!isRight) throw new RangeError(mustBe('PacelineServer: hosts', kind, host));
}

/** The characters of names and addresses. A URL may have others, such as '*'. */
const ofHost = /^[\w.:[\]-]+$/;

/** Origins of pages in applications, such as 'capacitor://localhost'. */
const ofApp = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/[^/]*$/;

/** A token of a header (RFC 9110 §5.6.2): clients can offer no other subprotocols. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
