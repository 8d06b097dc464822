import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ControlReply, ControlMessage } from '../../paceline/network/control-message.ts';
import { RealLink } from './real-link.ts';

/**
 * Signals and their numbers. By default they end Node without an `exit` event, on which the labs
 * remove their network namespaces. So the handlers call `process.exit`.
 */
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** One page with real links. The visit ends when the page closes its control connection. */
export class Visit {
  #control: WebSocket;
  #links: Promise<Readonly<Record<string, RealLink>>>;
  #exits = Object.entries(signals).map(
    ([signal, number]) => [signal, () => process.exit(128 + number)] as const,
  );

  constructor(control: WebSocket) {
    this.#control = control;
    for (const [signal, exit] of this.#exits) process.once(signal, exit);
    this.#links = this.#bringUp();
    control.on('message', (data) => void this.#handle((data as Buffer).toString()));
    control.on('error', () => {}); // 'close' follows
    control.once('close', () => void this.#takeDown());
  }

  end(reason: string): void {
    this.#control.close(1001, reason);
  }

  /**
   * Passes all bytes of a connection of the page through the link `name`, which is `plain` or
   * `paceline`.
   */
  async passOn(name: string, request: IncomingMessage, near: Duplex, head: Buffer): Promise<void> {
    near.on('error', () => {}); // 'close' follows
    const far = (await this.#links)[name]?.connect();
    if (far === undefined) return void near.destroy();
    far.on('error', () => {});
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.write(headOf(request));
    far.write(head);
    near.pipe(far).pipe(near);
  }

  async #bringUp(): Promise<Readonly<Record<string, RealLink>>> {
    const links: Record<string, RealLink> = {};
    try {
      for (const name of ['plain', 'paceline']) links[name] = await RealLink.up();
      for (const link of Object.values(links)) void link.ended().then(() => this.end('The server is gone'));
      this.#answer({ what: 'ready' });
    } catch (error) {
      this.#answer({ what: 'failed', reason: String(error) });
      this.end('');
    }
    return links;
  }

  async #handle(line: string): Promise<void> {
    const links = Object.values(await this.#links);
    try {
      const message = JSON.parse(line) as ControlMessage;
      for (const link of links) link.tell(line);
      if (message.what === 'set') await Promise.all(links.map((link) => link.set(message.way)));
    } catch (error) {
      this.end(`Invalid message: ${String(error)}`);
    }
  }

  async #takeDown(): Promise<void> {
    for (const [signal, exit] of this.#exits) process.off(signal, exit);
    for (const link of Object.values(await this.#links)) link.down();
  }

  #answer(answer: ControlReply): void {
    this.#control.send(JSON.stringify(answer));
  }
}

/** The request line and the headers of a request, as HTTP/1.1 text. */
function headOf({ httpVersion, method, rawHeaders, url }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
