import { EventLoop } from './event-loop.ts';
import { VirtualHost } from '../host/virtual-host.ts';

/** An event loop on simulated time. */
export interface RecordedLoop<H extends VirtualHost> {
  readonly host: H;
  readonly loop: EventLoop;
  /** Messages of the errors that `onError` has received. */
  readonly errors: string[];
  /** Entries that callbacks of the test add. */
  readonly log: string[];
}

/** Makes an event loop that records its errors. */
export function recordedLoop(): RecordedLoop<VirtualHost>;
export function recordedLoop<H extends VirtualHost>(host: H): RecordedLoop<H>;
export function recordedLoop(host: VirtualHost = new VirtualHost()): RecordedLoop<VirtualHost> {
  const errors: string[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push((error as Error).message) });
  return { host, loop, errors, log: [] };
}
