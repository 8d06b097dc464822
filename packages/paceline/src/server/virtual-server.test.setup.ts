import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import type { WebSocket } from 'ws';
import { Sessions } from '../admission/sessions.ts';
import type { SessionsOptions } from '../admission/sessions-options.ts';
import { none } from '../control/none.ts';
import type { Session } from '../session/session.ts';
import { attack, type FuzzPeer } from '../storm/fuzz-peer.test.setup.ts';
import { VirtualSocket } from '../storm/virtual-socket.test.setup.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { minSettings, writeClientHello } from '../wire/hello.ts';
import { virtualRequest } from './virtual-request.test.setup.ts';

/** Clients can receive everything that a test sends. */
const settings = { ...minSettings, maxMessageSize: 2 ** 27, receiveWindow: 2 ** 30, streamWindow: 2 ** 30 };

/** A session, and the client's end of its connection, which acknowledges nothing by itself. */
export interface VirtualClient {
  readonly session: Session;
  readonly peer: FuzzPeer;
}

/** The sessions of a server without a network, on simulated time. */
export class VirtualServer {
  readonly errors: string[] = [];
  readonly sessions: Sessions;
  #host = new VirtualHost();
  #loop = new EventLoop({ host: this.#host });

  constructor(options: SessionsOptions) {
    this.sessions = new Sessions({
      controller: none,
      loop: this.#loop,
      what: 'test',
      chooseProtocol: () => '',
      endsOnOverflow: true,
      onError: (error) => this.errors.push(String(error)),
      ...options,
    });
  }

  /** A client opens a session. */
  async connect(): Promise<VirtualClient> {
    const socket = new VirtualSocket(this.#loop, true, () => {});
    const peer = attack(socket);
    return new Promise((resolve) => {
      this.sessions.accept(socket as unknown as WebSocket, virtualRequest, (session) =>
        resolve({ session, peer }),
      );
      peer.sendFrame(writeClientHello({ sessionName: undefined, settings, credentials: '' }));
    });
  }

  /** Advances the simulated time. */
  pass(time: number): void {
    this.#host.advanceTo(this.#host.now() + time);
  }
}

/** A client sends `count` messages of `size` bytes by the main stream; `first` is the number of the first one. */
export function sendMessages({ peer }: VirtualClient, { count, first, size }: Messages): void {
  const writer = new FrameWriter();
  for (let i = 0; i < count; i++) {
    writer.whole(first + i, 0, false, new Uint8Array(size));
    peer.sendFrame(writer.take());
  }
}

interface Messages {
  readonly first: number;
  readonly count: number;
  readonly size: number;
}
