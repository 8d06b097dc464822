import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { expect, test } from 'vitest';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import { PacelineServer } from './paceline-server.ts';

/** An application as `express()` returns it: a function with the methods of an EventEmitter, and `listen`. */
const app = Object.assign(function app() {}, EventEmitter.prototype, { listen: () => createServer() });

const servers = { PacelineServer, PacelineWebSocketServer };
const isServer = 'server must be an http.Server or https.Server, such as listen() returns';
const isPort = 'port must be a whole number from 0 to 65535';

const wrong: readonly (readonly [Record<string, unknown>, typeof Error, string])[] = [
  [{ server: app }, TypeError, `${isServer}, got the function app`],
  [{ server: { listen() {}, server: {} } }, TypeError, `${isServer}, got an object (Object)`],
  [{ server: 8080 }, TypeError, `${isServer}, got 8080`],
  [{ port: 'abc' }, TypeError, `${isPort}, got 'abc'`],
  [{ port: '8080' }, TypeError, `${isPort}, got '8080'`],
  [{ port: 1.5 }, RangeError, `${isPort}, got 1.5`],
  [{ port: -1 }, RangeError, `${isPort}, got -1`],
  [{ port: 65_536 }, RangeError, `${isPort}, got 65536`],
  [{ port: NaN }, RangeError, `${isPort}, got NaN`],
];
const cases = Object.entries(servers).flatMap(([name, Server]) =>
  wrong.map(([options, Kind, message]) => [name, options, Server, Kind, message] as const),
);

test.each(cases)(
  'a %s with the options %o throws an error that names the option',
  (name, options, Server, Kind, message) => {
    expect(() => new (Server as new (given: object) => unknown)(options)).toThrow(
      new Kind(`${name}: ${message}`),
    );
    expect(app.eventNames()).toEqual([]);
  },
);

test('servers of http and https are accepted', async () => {
  for (const server of [createServer(), createSecureServer()]) {
    await new PacelineServer({ server, origins: '*' }).close();
    new PacelineWebSocketServer({ server }).close();
    expect(server.listenerCount('upgrade')).toBe(0);
  }
});

test('PacelineWebSocketServer treats null as absent, as the server of ws does', () => {
  const options = { noServer: true, port: null, server: null } as object;
  const server = new PacelineWebSocketServer(options);
  expect(() => server.address()).toThrow('noServer');
});
