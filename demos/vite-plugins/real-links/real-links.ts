import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Plugin } from 'vite';
import { type WebSocket, WebSocketServer } from 'ws';
import { whyNoLab } from '../../../e2e/lab/network/link/lab.ts';
import { Visit } from './visit.ts';

const page = '/paceline/index.html';
const path = '/paceline-demo/';

/**
 * Gives real links to the page `demos/paceline` if this machine can run a lab. Only one open page
 * has them at a time. The connections of the page to `/paceline-demo/plain` and
 * `/paceline-demo/paceline` go through a link each. The connection to `/paceline-demo/control` goes
 * through no link. The links exist while this control connection is open.
 */
export function realLinks(): Plugin {
  const controls = new WebSocketServer({ noServer: true });
  let visit: Visit | undefined;

  const upgraded = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (!request.url?.startsWith(path)) return; // one of Vite's connections
    const name = request.url.slice(path.length);
    if (!isSameOrigin(request)) socket.destroy();
    else if (name === 'control') controls.handleUpgrade(request, socket, head, begin);
    else if (visit === undefined) socket.destroy();
    else void visit.passOn(name, request, socket, head);
  };

  const begin = (control: WebSocket): void => {
    visit?.end('Another page has the real links now');
    visit = new Visit(control);
  };

  return {
    name: 'real-links',
    apply: 'serve',
    transformIndexHtml: (_, context) => (context.path === page ? [offer()] : []),
    configureServer({ httpServer }) {
      httpServer?.on('upgrade', upgraded);
    },
    closeBundle() {
      visit?.end('The server is gone');
    },
  };
}

/** A `meta` element that tells the page the path of the links, or the reason why there are none. */
function offer(): { readonly tag: string; readonly attrs: Readonly<Record<string, string>> } {
  const why = whyNoLab();
  const data: Record<string, string> = why === undefined ? { 'data-address': path } : { 'data-why': why };
  return { tag: 'meta', attrs: { name: 'real-links', ...data } };
}

/**
 * Whether the request comes from a page of this server. Pages of other sites must not control the
 * links.
 */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const { host, origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
