import { expose } from '@doha/multiproc/worker';
import { join } from '@doha/multiproc/shared';
import { TablePlayer } from './table-player.ts';
import { timeRoundTrips } from './time-round-trips.ts';

let port: MessagePort | undefined;
let tables: TablePlayer | undefined;
let heard: (payload: Uint8Array) => void = () => {};

// Two of these workers send bytes to each other and back. One of them measures the time.
export const player = join(
  expose({
    /** Sets the port to the other player, for messages without DOHA. */
    hold(given: MessagePort): void {
      port = given;
      port.onmessage = ({ data }: MessageEvent<Uint8Array>) => heard(data);
      player.subscribe('pong', (value) => heard(value as Uint8Array));
    },

    holds: (): boolean => port !== undefined,

    /** From now on this worker returns each message through the port or the topics by which it arrived. */
    echo(): void {
      port!.onmessage = ({ data }: MessageEvent<Uint8Array>) => port!.postMessage(data);
      player.subscribe('ping', (value) => player.publish('pong', value, { retention: 'all' }));
    },

    /** Returns the mean milliseconds of a round trip. The same holds for `byTopic` and `byTable`. */
    byPort: (bytes: number, times: number): Promise<number> =>
      timeRoundTrips(times, bytes, (payload) => answerTo(() => port!.postMessage(payload))),

    byTopic: (bytes: number, times: number): Promise<number> =>
      timeRoundTrips(times, bytes, (payload) =>
        answerTo(() => player.publish('ping', payload, { retention: 'all' })),
      ),

    /** Returns its argument. */
    back: (payload: Uint8Array): Uint8Array => payload,

    /** Publishes the table `own` and reads the table `other` of the other worker. */
    async openTables(own: string, other: string, bytes: number): Promise<void> {
      tables = new TablePlayer(player, own, bytes);
      await tables.watch(other);
    },

    /**
     * Whether the table of the other worker has arrived. Reading it then needs no turn of the event
     * loop.
     */
    seesOther: (): boolean => tables!.seesOther,

    byTable(times: number): number {
      const began = performance.now();
      for (let time = 0; time < times; time++) tables!.serve();
      return (performance.now() - began) / times;
    },

    echoTable(times: number): void {
      for (let time = 0; time < times; time++) tables!.return();
    },
  }),
);

export type Player = typeof player.functions;

function answerTo(send: () => void): Promise<Uint8Array> {
  return new Promise((resolve) => {
    heard = resolve;
    send();
  });
}
