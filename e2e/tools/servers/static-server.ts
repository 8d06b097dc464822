import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';

/** A running server: its origin, such as `http://127.0.0.1:4711`, and its end. */
export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** What a folder is served with. */
export interface StaticOptions {
  /** The path under which the folder appears, such as `/some/where/`; `/` by default. */
  readonly base?: string;
  /** Headers for the request of this URL; none by default. */
  readonly headers?: (url: URL) => Readonly<Record<string, string>>;
}

/** The headers with which a host makes pages cross-origin isolated. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
} as const;

/** A folder, or what makes one when the first request comes. */
export type Folder = string | (() => Promise<string>);

/**
 * Serves the files of a folder as the plainest of static hosts would: no fallback page, and what is not under `base`
 * is 404, so that a page that reaches for the root of its host is found out.
 */
export async function serveFolder(folder: Folder, options: StaticOptions = {}): Promise<Site> {
  const { base = '/' } = options;
  const ready: () => Promise<string> =
    typeof folder === 'string' ? () => Promise.resolve(folder) : once(folder);

  async function answer(url: URL, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(options.headers?.(url) ?? {})) response.setHeader(name, value);
    const file = url.pathname.startsWith(base)
      ? fileOf(await ready(), url.pathname.slice(base.length))
      : undefined;
    if (file) send(response, file);
    else response.writeHead(404).end();
  }

  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://127.0.0.1'), response).catch((error: unknown) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error));
    });
  });
  return listen(server);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Starts a server on a free port of this machine. */
export async function listen(server: Server): Promise<Site> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function fileOf(folder: string, path: string): string | undefined {
  const file = join(folder, decodeURIComponent(path));
  if (file !== folder && !file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile()) return file;
  const index = join(file, 'index.html');
  return stat?.isDirectory() && statSync(index, { throwIfNoEntry: false }) ? index : undefined;
}

function send(response: ServerResponse, file: string): void {
  response.setHeader('Content-Type', contentTypes[extname(file)] ?? 'application/octet-stream');
  createReadStream(file).pipe(response);
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
