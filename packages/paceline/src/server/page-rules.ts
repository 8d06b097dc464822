import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../admission/refusal.ts';
import { quoted } from '../wire/quoted.ts';
import { isLoopback } from './loopback.ts';

export interface PageRulesOptions {
  /**
   * Allowed origins of pages, such as 'https://example.org'; `'*'`: all. Default: pages of this machine, such as 'http://localhost:5173'. Required if `host`
   * is no loopback address. Programs that are no pages send no origin and are allowed.
   */
  readonly origins?: readonly string[] | '*' | undefined;
  /**
   * Allowed values of the header `Host`: names such as 'example.org', with any port, or with one, such as 'example.org:8080'. Default: all.
   */
  readonly hosts?: readonly string[] | undefined;
}

/** Checks whether a page may connect, by the headers `Host` and `Origin` of the upgrade request. */
export class PageRules {
  #origins: readonly string[] | '*' | undefined;
  #hosts: readonly string[] | undefined;

  constructor({ hosts, origins }: PageRulesOptions) {
    this.#origins = origins;
    this.#hosts = hosts?.map((host) => host.toLowerCase());
  }

  /** The refusal of a request; undefined: it is not refused. */
  refusalOf(request: IncomingMessage): Refusal | undefined {
    const { host, origin } = request.headers;
    if (!this.#isHost(host))
      return {
        reason: 'host',
        message: `the header Host must be one of hosts (${list(this.#hosts)}), got ${quoted(host)}`,
        values: { host, hosts: this.#hosts },
        request,
      };
    if (!this.#isOrigin(origin))
      return {
        reason: 'origin',
        message: this.#originMessage(origin),
        values: { origin, origins: this.#origins },
        request,
      };
    return undefined;
  }

  #isHost(host: string | undefined): boolean {
    if (this.#hosts === undefined) return true;
    const name = host?.toLowerCase() ?? '';
    return this.#hosts.includes(name) || this.#hosts.includes(name.replace(/:\d+$/, ''));
  }

  #isOrigin(origin: string | undefined): boolean {
    if (origin === undefined || this.#origins === '*') return true;
    if (this.#origins !== undefined) return this.#origins.includes(origin);
    return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
  }

  #originMessage(origin: string | undefined): string {
    return this.#origins === undefined || this.#origins === '*'
      ? `without the option origins only pages of localhost are allowed, got the origin ${quoted(origin)}`
      : `the origin must be one of origins (${list(this.#origins)}), got ${quoted(origin)}`;
  }
}

function list(values: readonly string[] = []): string {
  return values.map(quoted).join(', ');
}
