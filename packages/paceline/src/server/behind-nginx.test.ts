import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { cert, key } from './certificate.test.setup.ts';
import { connect, atTestEnd, refusals, serve, until } from './server.test.setup.ts';

/** The environment variable NGINX_PATH selects another nginx. */
const nginx = process.env['NGINX_PATH'] ?? 'nginx';
const isMissing = spawnSync(nginx, ['-v']).error !== undefined;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The configuration of a proxy with TLS that rewrites Host, as many do, and closes connections after a second of silence. */
function configOf(folder: string, port: number, upstream: number): string {
  return `
    daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
    events { worker_connections 64; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      server {
        listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
        location /play {
          proxy_pass http://127.0.0.1:${upstream};
          proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";
          proxy_set_header Host backend-7; proxy_read_timeout 1s;
        }
      }
    }`;
}

/** Starts nginx in front of a server. */
async function startProxy(upstream: number): Promise<{ readonly url: string; readonly proxy: ChildProcess }> {
  const folder = mkdtempSync(join(tmpdir(), 'paceline-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  writeFileSync(join(folder, 'nginx.conf'), configOf(folder, port, upstream));
  const proxy = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  atTestEnd(async () => {
    proxy.kill();
    if (proxy.exitCode === null) await once(proxy, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  return { url: `wss://localhost:${port}/play`, proxy };
}

const made: WebSocket[] = [];

/** The WebSocket class of a page with this origin. It trusts the certificate of the tests. */
function ofPage(origin: string): typeof WebSocket {
  return class extends WebSocket {
    constructor(url: string | URL, protocols: string | string[]) {
      super(url, protocols, { ca: cert, origin });
      made.push(this);
    }
  } as typeof WebSocket;
}

test.skipIf(isMissing)(
  'a session continues behind nginx, which rewrites Host and ends silent connections (skipped without nginx)',
  { timeout: 60_000 },
  async () => {
    const { server, url: direct } = await serve({ origins: ['https://game.example'], path: '/play' });
    const { url } = await startProxy(Number(new URL(direct).port));
    const page = ofPage('https://game.example');
    let session = await connect(url, { WebSocket: page }).catch(() => undefined);
    while (session === undefined) session = await connect(url, { WebSocket: page }).catch(() => undefined); // nginx starts
    const messages = session[Symbol.asyncIterator]();
    session.send(new Uint8Array(300_000));
    expect((await messages.next()).value).toHaveLength(300_000);
    const { length } = made;
    await until(() => made.length > length + 2); // nginx has ended connections
    session.send('still here');
    expect((await messages.next()).value).toBe('still here');
    expect(server.sessions).toHaveLength(1);

    await expect(connect(url, { WebSocket: ofPage('https://other.example') })).rejects.toThrow('403');
    expect(refusals.at(-1)).toMatchObject({ reason: 'origin', values: { origin: 'https://other.example' } });
    expect(refusals.at(-1)!.request.headers.host).toBe('backend-7');
    await session.close();
  },
);
