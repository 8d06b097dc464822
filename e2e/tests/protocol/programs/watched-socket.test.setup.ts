import type { ConnectOptions } from '@doha/paceline';
import type { ProtocolViolation, Watch } from '@doha/monitor/protocol';
import { WebSocket } from 'ws';
import { channelProtocol } from './channel-protocol.ts';
import type { ReadRecords } from './read-records.test.setup.ts';

/** A connection of a client, and its records. */
export interface WatchedChannel {
  readonly socket: WebSocket;
  readonly watch: Watch;
  /** The names of all records, with their senders, in the order in which the client has sent and received them. */
  readonly records: readonly string[];
  /** Frames of the client do not leave any more, as if the connection had stalled. */
  stall(): void;
}

/** Returns a class of WebSockets for `Paceline.connect` whose records are checked. Violations go to `violations`, connections to `channels`. */
export function watchedSocket(
  readRecords: ReadRecords,
  channels: WatchedChannel[],
  violations: ProtocolViolation[],
): NonNullable<ConnectOptions['WebSocket']> {
  class WatchedSocket extends WebSocket {
    #watch = channelProtocol.watch('client', { violated: (violation) => violations.push(violation) });
    #records: string[] = [];
    #isStalled = false;

    constructor(url: string, protocols: string) {
      super(url, protocols);
      const [watch, records] = [this.#watch, this.#records];
      channels.push({ socket: this, watch, records, stall: () => (this.#isStalled = true) });
      this.on('message', (frame: ArrayBuffer) => {
        for (const { data, name } of readRecords(new Uint8Array(frame))) {
          records.push(`server ${name}`);
          watch.received(name, data);
        }
      });
    }

    override send(frame: Uint8Array): void {
      if (this.#isStalled) return;
      for (const { data, name } of readRecords(frame)) {
        this.#records.push(`client ${name}`);
        this.#watch.sent(name, data);
      }
      super.send(frame);
    }
  }
  return WatchedSocket;
}
