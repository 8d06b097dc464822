import { EventLoop } from '@doha/loop';
import { vi } from 'vitest';
import { LateThread } from '../../../late-thread.test.setup.ts';
import type { LatencyController } from '../control/latency-controller.ts';
import { VirtualLink, type VirtualEndpoint, type VirtualLinkOptions } from '../virtual/virtual-link.ts';
import { virtualSession } from '../virtual/virtual-pair.ts';
import { closeCode } from '../wire/close-code.ts';
import type { Session } from './session.ts';

/** The threads of the two endpoints of a session. */
export interface Threads {
  readonly client: LateThread;
  readonly server: LateThread;
  /** Whether the client is a hidden page. */
  readonly isHidden?: boolean;
}

/** Ms between two checks whether the client lacks connections. Checks pause while no callbacks run. */
const checkInterval = 100;

/**
 * Both endpoints of a session on threads of their own, which may be late, and a network that is
 * never late. While the client has fewer than `connections` connections, it gets new ones.
 */
export class LatePair {
  readonly client: Session;
  readonly server: Session;
  readonly links: VirtualLink[] = [];
  readonly errors: unknown[] = [];
  #threads: Threads;
  #network: LateThread = new LateThread();
  #networkLoop: EventLoop = new EventLoop({ host: this.#network });
  #now = 0;
  #isCheckScheduled = false;
  #isChecking = false;
  #connections: number;
  #link: VirtualLinkOptions;

  constructor(
    threads: Threads,
    controller: () => LatencyController,
    { connections, ...link }: VirtualLinkOptions & { readonly connections: number },
  ) {
    this.#threads = threads;
    this.#connections = connections;
    this.#link = link;
    const onError = (error: unknown): void => void this.errors.push(error);
    const session = (host: LateThread, isClient: boolean): Session =>
      virtualSession(new EventLoop({ host, onError }), isClient, { controller });
    this.client = session(threads.client, true);
    this.server = session(threads.server, false);
    vi.stubGlobal('document', { hidden: false });
    this.#maintain();
  }

  get now(): number {
    return this.#now;
  }

  /**
   * Calls `run` in a thread at a given time, like an event of the user or of another connection.
   */
  at(time: number, role: 'client' | 'server', run: () => void): void {
    this.#threads[role].receive(time, run);
  }

  /** Calls `run` at a given time, in neither thread. */
  onNetwork(time: number, run: () => void): void {
    this.#network.receive(time, run);
  }

  pass(time: number): void {
    const end = this.#now + time;
    for (let next = this.#next(); next.nextAt <= end; next = this.#next()) this.#advanceTo(next.nextAt, next);
    this.#advanceTo(end);
  }

  // All threads have the same time. Only `next` has something to do until `time`.
  #advanceTo(time: number, next?: LateThread): void {
    const { client, isHidden = false, server } = this.#threads;
    this.#now = Math.max(this.#now, time);
    for (const thread of [client, server, this.#network]) if (thread !== next) thread.setClock(this.#now);
    Object.assign(globalThis.document, { hidden: isHidden && next === client });
    if (next === undefined) return;
    next.runNext();
    if (this.#isChecking) this.#isChecking = false;
    else this.#checkLater();
  }

  #next(): LateThread {
    const { client, server } = this.#threads;
    return [this.#network, server, client].reduce((first, one) => (one.nextAt < first.nextAt ? one : first));
  }

  // Connections change only in callbacks, so hours without callbacks need no checks.
  #checkLater(): void {
    if (this.#isCheckScheduled) return;
    this.#isCheckScheduled = true;
    const due = (Math.floor(this.#now / checkInterval) + 1) * checkInterval;
    this.#network.wait(due - this.#now, () => {
      this.#isCheckScheduled = false;
      this.#isChecking = true;
      this.#maintain();
    });
  }

  #maintain(): void {
    const { client, server } = this;
    const isOver = client.endpoint.isClosed || server.endpoint.isClosed;
    const lacking = isOver ? 0 : this.#connections - client.endpoint.channels.size;
    if (lacking > 0) this.#connect();
    if (lacking > 1) this.#checkLater();
    // An endpoint without a connection ends, as after `resumeTimeout` in a real client or server.
    for (const { endpoint } of isOver ? [client, server] : [])
      if (endpoint.channels.size === 0) endpoint.fail(closeCode.timeout, 'the peer did not come back');
  }

  #connect(): void {
    const link = new VirtualLink(this.#networkLoop, this.#link);
    this.links.push(link);
    const { client, server } = this.#threads;
    bind(this.client, client, link.endpoints[0]);
    bind(this.server, server, link.endpoints[1]);
  }
}

function bind(session: Session, thread: LateThread, endpoint: VirtualEndpoint): void {
  const channel = session.bind(endpoint);
  endpoint.listener = {
    received: (frame) => thread.receive(thread.now(), () => session.endpoint.receive(channel, frame)),
    closed: () => thread.receive(thread.now(), () => session.endpoint.unbind(channel)),
  };
}
