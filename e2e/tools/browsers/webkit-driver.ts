import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../servers/static-server.ts';
import { waitForGlobal } from './read-report.ts';

/** The programs that WebKit tests need. Debian has them in the packages `webkit2gtk-driver` and `xvfb`. */
const programs = ['WebKitWebDriver', 'Xvfb'];

/** The reason why this machine cannot run WebKit; undefined if it can. */
export function whyNoWebKit(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = programs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  return missing.length > 0 ? `${missing.join(' and ')} must be installed for WebKit` : undefined;
}

/** The WebKit of this machine, on a virtual display. WebDriver controls it, because Playwright supports only its own WebKit. */
export class WebKitDriver {
  #processes: ChildProcess[] = [];
  #driver = '';
  #session = '';

  /** Throws an Error if WebKit does not start. */
  static async start(): Promise<WebKitDriver> {
    const webkit = new WebKitDriver();
    try {
      await webkit.#start();
    } catch (error) {
      await webkit.close();
      throw error;
    }
    return webkit;
  }

  async #start(): Promise<void> {
    const display = await this.#openDisplay();
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, JSC_useSharedArrayBuffer: '1' };
    this.#processes.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }));
    this.#driver = `http://127.0.0.1:${port}`;
    await this.#untilReady();
    // By default WebDriver limits the duration of a script. `visit` waits for the report in a script, so there must be no limit.
    const capabilities = { alwaysMatch: { timeouts: { script: null } } };
    const { sessionId } = (await this.#ask('POST', '/session', { capabilities })) as { sessionId: string };
    this.#session = `/session/${sessionId}`;
  }

  async open(address: string): Promise<void> {
    await this.#ask('POST', `${this.#session}/url`, { url: address });
  }

  /** Runs the body of a function in the page, and returns its value. */
  async evaluate<Value>(body: string): Promise<Value> {
    return (await this.#ask('POST', `${this.#session}/execute/sync`, { script: body, args: [] })) as Value;
  }

  /** Gives real input events: `actions` as WebDriver describes them. Resolves after the last one. */
  async perform(actions: readonly object[]): Promise<void> {
    await this.#ask('POST', `${this.#session}/actions`, { actions });
  }

  /** Opens a page and returns the report that it leaves. Throws an Error if the page throws one before the report. */
  async visit<Report>(address: string): Promise<Report> {
    await this.open(address);
    // `leave-report.ts` stores the first error, because WebDriver does not tell errors of pages.
    const script = `const waitFor = ${String(waitForGlobal)};
      const report = waitFor('report').then((report) => ({ report }));
      const error = waitFor('pageError').then((error) => ({ error }));
      Promise.race([report, error]).then(arguments[0]);`;
    const seen = await this.#ask('POST', `${this.#session}/execute/async`, { script, args: [] });
    const { error, report } = seen as { readonly error?: string; readonly report?: Report };
    if (error !== undefined) throw new Error(`Read the report of ${address} in WebKit: ${error}`);
    return report as Report;
  }

  async close(): Promise<void> {
    if (this.#session) await this.#ask('DELETE', this.#session);
    for (const child of this.#processes.toReversed()) child.kill();
  }

  async #openDisplay(): Promise<string> {
    const child = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    this.#processes.push(child);
    // The pipe must be read to its end, because Xvfb writes twice and would fail on a closed pipe.
    const number = (await text(child.stdio[3] as Readable)).trim();
    if (number === '') throw new Error('Start WebKit: Xvfb must open a display, but it ended');
    return `:${number}`;
  }

  async #untilReady(): Promise<void> {
    for (let left = 100; left > 0; left--) {
      try {
        await this.#ask('GET', '/status');
        return;
      } catch {
        await sleep(100);
      }
    }
    throw new Error('Start WebKit: its driver must answer, but did not within 10 s');
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(
      this.#driver + path,
      body === undefined ? { method } : { method, body: JSON.stringify(body) },
    );
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebKit, ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
}

async function freePort(): Promise<string> {
  const site = await listen(createServer());
  await site.close();
  return new URL(site.origin).port;
}
