import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import type { LatencyController } from '../control/latency-controller.ts';
import { paceA } from '../control/pace-a.ts';
import { ackRateOf } from '../session/defaults.ts';
import { Session } from '../session/session.ts';
import type { Settings } from '../wire/greeting.ts';
import { type LinkEnd, VirtualLink, type VirtualLinkOptions } from './virtual-link.ts';

export interface VirtualPairOptions {
  /** As of `Paceline.connect`. */
  readonly controller?: () => LatencyController;
  readonly settings?: Partial<Settings>;
  /** Ms; default 5,000. */
  readonly heartbeat?: number;
}

const usual: Omit<Settings, 'ackRate'> = {
  longestMessage: 2 ** 20,
  mostUnfinished: 2 ** 20,
  receiveWindow: 2 ** 20,
  streamWindow: 2 ** 20,
  standbys: 1,
  mostStreams: 4096,
};

/** Both ends of a session on simulated time, and the links between them: for tests and simulations. */
export class VirtualPair {
  readonly host: VirtualHost = new VirtualHost();
  readonly loop: EventLoop = new EventLoop({
    host: this.host,
    onError: (error) => {
      throw error;
    },
  });
  readonly client: Session;
  readonly server: Session;
  readonly links: VirtualLink[] = [];

  constructor(options: VirtualPairOptions = {}) {
    this.client = virtualSession(this.loop, true, options);
    this.server = virtualSession(this.loop, false, options);
  }

  /** Binds another link to the session. */
  connect(options?: VirtualLinkOptions): VirtualLink {
    const link = new VirtualLink(this.loop, options);
    this.links.push(link);
    this.bind(link.ends);
    return link;
  }

  /** Binds a link of another kind to the session: the client's end of it, and the server's. */
  bind(ends: readonly [LinkEnd, LinkEnd]): void {
    for (const [i, session] of [this.client, this.server].entries()) {
      const end = ends[i]!;
      const channel = session.bind(end);
      end.listener = {
        received: (frame) => session.engine.receive(channel, frame),
        closed: () => session.engine.unbind(channel),
      };
    }
  }

  /** Lets so many ms pass. */
  pass(time: number): void {
    this.host.advanceTo(this.host.now() + time);
  }
}

/** An end of a session on a loop. @internal */
export function virtualSession(
  loop: EventLoop,
  isClient: boolean,
  { controller = paceA, heartbeat = 5000, settings }: VirtualPairOptions,
): Session {
  const all = { ...usual, ackRate: ackRateOf(controller), ...settings };
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
    highWater: 2 ** 16,
    mostQueued: 2 ** 24,
    endsOnOverflow: false,
  });
}
