import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Handler } from 'express';

/** A running server. Its origin is an address such as `http://127.0.0.1:4711`. */
export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** Options of `serveFolder`. */
export interface StaticOptions {
  /** URL path of the folder, such as `/some/where/`; `/` by default. */
  readonly base?: string;
  /** Returns the headers of a response by the URL of its request; no headers by default. */
  readonly headers?: (url: URL) => Readonly<Record<string, string>>;
}

/** The headers that make pages cross-origin isolated. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
} as const;

/** The path of a folder, or a function that creates a folder at the first request. */
export type Folder = string | (() => Promise<string>);

/**
 * Serves the files of a folder like a minimal static host: without a fallback page or validators
 * for caches. Paths outside of `base` get the status 404, so tests fail for pages that work only at
 * the root of their host.
 */
export function serveFolder(folder: Folder, { base = '/', headers }: StaticOptions = {}): Promise<Site> {
  const app = express();
  app.set('env', 'test'); // the response contains the error if the folder cannot be created
  app.use((request, response, next) => {
    response.set(headers?.(new URL(request.url, 'http://127.0.0.1')) ?? {});
    next();
  });
  let files: Promise<Handler> | undefined;
  app.use(base, (request, response, next) => {
    files ??= filesOf(folder);
    files.then((serve) => serve(request, response, next), next);
  });
  return listen(createServer(app));
}

async function filesOf(folder: Folder): Promise<Handler> {
  const path = typeof folder === 'string' ? folder : await folder();
  return express.static(path, { acceptRanges: false, cacheControl: false, etag: false, lastModified: false });
}

/** Starts a server on a free local port. */
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
