import { createServer } from 'node:http';
import { type AddressInfo, createConnection, type NetConnectOpts } from 'node:net';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { PacelineServer } from './paceline-server.ts';
import type { PacelineServerOptions } from './server-options.ts';
import { connect, atTestEnd, refusals, serve } from './server.test.setup.ts';

type Options = Omit<PacelineServerOptions, 'port' | 'server'>;

/** The status line with which a server answers an upgrade request with these headers. */
async function answerTo(
  options: Options,
  headers: Readonly<Record<string, string>>,
  path?: string,
): Promise<string> {
  const { server } = await serve(options);
  return ask({ port: await server.listening }, headers, path);
}

async function ask(
  to: NetConnectOpts,
  headers: Readonly<Record<string, string>>,
  path = '/play',
): Promise<string> {
  const socket = createConnection(to);
  atTestEnd(() => socket.destroy());
  const all = {
    Host: 'localhost',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Protocol': 'paceline.4',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString().split('\r\n', 1)[0]!.slice('HTTP/1.1 '.length);
}

const lets = '101 Switching Protocols';
const forbids = '403 Forbidden';

test.each<[string, Options, string, string]>([
  ['a page of localhost, by default', {}, 'http://localhost:5173', lets],
  ['a page of a subdomain of localhost, by default', {}, 'https://app.localhost', lets],
  ['a page of 127.0.0.1, by default', {}, 'http://127.0.0.1:3000', lets],
  ['a page of ::1, by default', {}, 'http://[::1]:3000', lets],
  ['a program that is no page, by default', {}, '', lets],
  ['a page of another origin, by default', {}, 'https://game.example', forbids],
  ['a page whose name only begins as localhost does', {}, 'http://localhost.evil.example', forbids],
  ['a page without an origin of its own, by default', {}, 'null', forbids],
  ['a page of an origin that is listed', { origins: ['https://game.example'] }, 'https://game.example', lets],
  [
    'a page of localhost, if other origins are listed',
    { origins: ['https://game.example'] },
    'http://localhost',
    forbids,
  ],
  [
    'a page of the same host by another scheme',
    { origins: ['https://game.example'] },
    'http://game.example',
    forbids,
  ],
  ['a page of an application', { origins: ['capacitor://localhost'] }, 'capacitor://localhost', lets],
  ['any page, if all origins are allowed', { origins: '*' }, 'https://other.example', lets],
])('%s: options %o, origin "%s", answer %s', async (_, options, origin, answer) => {
  expect(await answerTo(options, { Origin: origin })).toBe(answer);
});

test('a page that reaches this machine by DNS rebinding is refused because of its origin', async () => {
  const headers = { Host: 'evil.example:8080', Origin: 'http://evil.example:8080' };
  expect(await answerTo({}, headers)).toBe(forbids);
});

test('behind a proxy that rewrites Host, pages of the listed origins are allowed', async () => {
  const headers = { Host: 'backend-7:8080', Origin: 'https://game.example' };
  expect(await answerTo({ origins: ['https://game.example'] }, headers)).toBe(lets);
});

test.each([
  ['game.example', lets],
  ['Game.Example:8443', lets],
  ['other.example:1', lets],
  ['other.example', forbids],
  ['evil.example', forbids],
])('with hosts a request for %s is answered by %s', async (host, answer) => {
  expect(await answerTo({ hosts: ['GAME.example', 'other.example:1'] }, { Host: host })).toBe(answer);
});

test('refusals of upgrades name their reason and the values', async () => {
  await answerTo({}, { Origin: 'https://game.example' });
  await answerTo({ origins: ['https://game.example'] }, { Origin: 'null' });
  await answerTo({ hosts: ['game.example'] }, { Host: 'evil.example' });
  await answerTo({ path: '/other' }, {});
  await answerTo({}, { 'Sec-WebSocket-Protocol': 'chat' });
  await answerTo({}, { 'Sec-WebSocket-Key': 'short' });
  expect(refusals.map(({ message, reason, values }) => [reason, message, values])).toEqual([
    [
      'origin',
      "without the option origins only pages of localhost are allowed, got the origin 'https://game.example'",
      { origin: 'https://game.example', origins: undefined },
    ],
    [
      'origin',
      "the origin must be one of origins ('https://game.example'), got 'null'",
      { origin: 'null', origins: ['https://game.example'] },
    ],
    [
      'host',
      "the header Host must be one of hosts ('game.example'), got 'evil.example'",
      { host: 'evil.example', hosts: ['game.example'] },
    ],
    ['path', "the path must be /other, got '/play'", { path: '/other', url: '/play' }],
    [
      'protocol',
      "without onSocket a client must offer the subprotocol paceline.4, got 'chat'",
      { offered: ['chat'] },
    ],
    ['handshake', 'Missing or invalid Sec-WebSocket-Key header', {}],
  ]);
  expect(refusals[0]!.request.headers.origin).toBe('https://game.example');
});

test('headers of a refused client are quoted: control characters are escaped, and long values are cut', async () => {
  await answerTo({}, { Origin: 'http://a\u009b2J\u0085' });
  await answerTo({}, { 'Sec-WebSocket-Protocol': `a\u009b2J${'x'.repeat(5000)}` });
  await answerTo({ path: '/other' }, {}, `/${'x'.repeat(5000)}`);
  expect(refusals.map(({ message }) => message)).toEqual([
    "without the option origins only pages of localhost are allowed, got the origin 'http://a\\u{9b}2J\\u{85}'",
    `without onSocket a client must offer the subprotocol paceline.4, got 'a\\u{9b}2J${'x'.repeat(196)}… (5004 characters)'`,
    `the path must be /other, got '/${'x'.repeat(199)}… (5001 characters)'`,
  ]);
});

const [outside] = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.filter(({ family, internal }) => family === 'IPv4' && !internal),
);

test.skipIf(outside === undefined)('by default only this machine can connect', async () => {
  const { server } = await serve();
  const socket = createConnection({ port: await server.listening, host: outside!.address });
  const [error] = (await once(socket, 'error')) as [{ readonly code: string }];
  expect(error.code).toBe('ECONNREFUSED');
});

test.skipIf(outside === undefined)('with the host 0.0.0.0 other machines can connect, too', async () => {
  const { server } = await serve({ host: '0.0.0.0', origins: '*' });
  const to = { port: await server.listening, host: outside!.address };
  expect(await ask(to, { Origin: 'https://game.example' })).toBe(lets);
});

test.each(['0.0.0.0', '::', '192.168.1.5', 'game.example'])('a host such as %s needs origins', (host) => {
  const message = `PacelineServer: host must be a loopback address unless origins is given, such as ['https://example.org'], or '*' for pages of all origins, got '${host}'`;
  expect(() => new PacelineServer({ port: 0, host })).toThrow(new TypeError(message));
});

test.each(['localhost', '127.0.0.2', '127.0.0.1'])(
  'the loopback address %s needs no origins',
  async (host) => {
    const { server } = await serve({ host });
    expect((await connect(`ws://${host}:${await server.listening}`)).isConnected).toBe(true);
  },
);

test.each([
  ['https://game.example/', 'https://game.example'],
  ['HTTPS://Game.example', 'https://game.example'],
  ['https://game.example:443', 'https://game.example'],
  ['game.example', 'https://example.org'],
  ['', 'https://example.org'],
])('the error says that browsers do not send %s as an origin', (origin, right) => {
  expect(() => new PacelineServer({ port: 0, origins: [origin] })).toThrow(
    new TypeError(
      `PacelineServer: origins must be as browsers send them, such as '${right}', got '${origin}'`,
    ),
  );
});

test('on the http server of an application, pages of localhost are allowed by default, too', async () => {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, resolve));
  atTestEnd(() => new Promise((resolve) => http.close(resolve)));
  const server = new PacelineServer({ server: http, onRefused: (refusal) => refusals.push(refusal) });
  atTestEnd(() => server.close({ timeout: 0 }));
  const to = { port: (http.address() as AddressInfo).port };
  expect(await ask(to, { Origin: 'http://localhost:3000' })).toBe(lets);
  expect(await ask(to, { Host: 'game.example', Origin: 'http://game.example' })).toBe(forbids);
  expect(() => new PacelineServer({ server: http, host: '127.0.0.1' })).toThrow(
    new TypeError("PacelineServer: host must be given to listen() of server, got '127.0.0.1'"),
  );
});
