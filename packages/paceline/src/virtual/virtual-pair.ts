import { EventLoop } from '@doha/loop';
import {
  checkCallback,
  checkKind,
  checkNumber,
  checkObject,
  checkOptions,
  warnUnknownOptions,
  withDefaults,
} from '@doha/loop/options';
import { VirtualHost } from '@doha/loop/virtual';
import type { NewController } from '../control/latency-controller.ts';
import { paceA } from '../control/pace-a.ts';
import { ackRateOf } from '../session/endpoint-options.ts';
import { Session } from '../session/session.ts';
import type { Link } from '../transport/link.ts';
import { closeCode } from '../wire/close-code.ts';
import type { Settings } from '../wire/hello.ts';
import { type LinkEndpoint, VirtualLink, type VirtualLinkOptions } from './virtual-link.ts';

export interface VirtualPairOptions {
  /** As in `Paceline.connect`; default `paceA`. */
  readonly controller?: NewController;
  /** Limits of both endpoints; numbers ≥ 0. */
  readonly settings?: Partial<Settings>;
  /** Ms; > 0, default 5,000. */
  readonly heartbeat?: number;
}

const defaults: Omit<Settings, 'ackRate'> = {
  maxMessageSize: 2 ** 20,
  reassemblyLimit: 2 ** 20,
  receiveWindow: 2 ** 20,
  streamWindow: 2 ** 20,
  standbys: 1,
  maxStreams: 4096,
};

/**
 * Both endpoints of a session on simulated time, and the links between them, for tests and simulations. The limits are smaller than those of
 * `Paceline.connect`: 1 MiB for a message, for incomplete messages and for both receive windows, unless `settings` has others, and 16 MiB that wait to be sent.
 */
export class VirtualPair {
  readonly host: VirtualHost = new VirtualHost();
  /** Errors of its tasks and of listeners are thrown by {@link pass}. */
  readonly loop: EventLoop = new EventLoop({ host: this.host, onError: (error) => this.#errors.push(error) });
  readonly client: Session;
  readonly server: Session;
  readonly links: VirtualLink[] = [];
  #errors: unknown[] = []; // since the last `pass`

  /** Throws a TypeError if `options` is no object or an option has the wrong type, and a RangeError if a number is out of range. */
  constructor(options: VirtualPairOptions = {}) {
    checkPairOptions(options);
    this.client = virtualSession(this.loop, true, options);
    this.server = virtualSession(this.loop, false, options);
  }

  /** Adds a link to the session. An endpoint whose session has ended closes it. */
  connect(options?: VirtualLinkOptions): VirtualLink {
    const link = new VirtualLink(this.loop, options);
    this.links.push(link);
    this.bind(link.endpoints);
    return link;
  }

  /**
   * Adds a link of another kind to the session: its endpoint at the client, and the one at the server. Throws a TypeError if these are not two endpoints.
   */
  bind(endpoints: readonly [LinkEndpoint, LinkEndpoint]): void {
    checkKind('VirtualPair.bind: endpoints', isPair(endpoints), 'an array of two endpoints', endpoints);
    for (const [i, session] of [this.client, this.server].entries()) {
      const endpoint = endpoints[i]!;
      if (session.endpoint.isClosed) {
        endpoint.close(closeCode.unknownSession, 'the session has ended');
        continue;
      }
      const channel = session.bind(endpoint);
      endpoint.listener = {
        received: (frame) => session.endpoint.receive(channel, frame),
        closed: () => session.endpoint.unbind(channel),
      };
    }
  }

  /**
   * Advances the simulated time by `time` ms. Then throws the error of a listener that has failed since the last call, or an AggregateError if there are
   * several. An async listener rejects after `pass` has returned, so the next call throws its error.
   */
  pass(time: number): void {
    checkNumber('VirtualPair.pass: time', time, { min: 0 });
    this.host.advanceTo(this.host.now() + time);
    const errors = this.#errors.splice(0);
    if (errors.length > 1) throw new AggregateError(errors, `pass: ${errors.length} listeners have failed`);
    if (errors.length === 1) throw errors[0];
  }
}

function checkPairOptions(options: VirtualPairOptions): void {
  checkOptions('VirtualPair', options, ['controller', 'settings', 'heartbeat']);
  const { controller, heartbeat, settings } = options;
  if (controller !== undefined) checkCallback('VirtualPair: controller', controller);
  if (heartbeat !== undefined) checkNumber('VirtualPair: heartbeat', heartbeat, { above: 0 });
  if (settings !== undefined) checkSettings(settings);
}

function checkSettings(settings: Partial<Settings>): void {
  checkObject('VirtualPair: settings', settings);
  for (const [name, value] of Object.entries(settings))
    if (value !== undefined) checkNumber(`VirtualPair: settings: ${name}`, value, { min: 0 });
  warnUnknownOptions('VirtualPair: settings', settings, [...Object.keys(defaults), 'ackRate']);
}

/** Creates an endpoint of a session on a loop. @internal */
export function virtualSession(
  loop: EventLoop,
  isClient: boolean,
  { controller = paceA, heartbeat = 5000, settings }: VirtualPairOptions,
): Session {
  const all: Settings = withDefaults({ ...defaults, ackRate: ackRateOf(controller, loop) }, settings);
  return new Session({
    loop,
    isClient,
    own: all,
    peer: all,
    heartbeat,
    newController: controller,
    name: new Uint8Array(32),
    protocol: '',
    chunkSize: 1200,
    highWaterMark: 2 ** 16,
    maxQueued: 2 ** 24,
    endsOnOverflow: false,
  });
}

/** Whether `given` is an array of two objects with the methods of a link. */
function isPair(given: unknown): boolean {
  return Array.isArray(given) && given.length === 2 && given.every(isLink);
}

function isLink(given: unknown): boolean {
  const link = given as Partial<Link> | null | undefined;
  return typeof link?.send === 'function' && typeof link.close === 'function';
}
