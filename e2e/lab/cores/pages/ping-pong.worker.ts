import { expose } from '@doha/multiproc/worker';
import { join } from '@doha/multiproc/shared';
import { TablePlayer } from './table-player.ts';
import { timeRoundTrips } from './time-round-trips.ts';

let port: MessagePort | undefined;
let tables: TablePlayer | undefined;
let heard: (payload: Uint8Array) => void = () => {};

// Two workers that send bytes to one another, and back. One of them counts the time.
export const player = join(
  expose({
    /** The port to the other player, for messages without the package. */
    hold(given: MessagePort): void {
      port = given;
      port.onmessage = ({ data }: MessageEvent<Uint8Array>) => heard(data);
      player.subscribe('pong', (value) => heard(value as Uint8Array));
    },

    holds: (): boolean => port !== undefined,

    /** From now on this one sends back what comes, in the way in which it came. */
    echo(): void {
      port!.onmessage = ({ data }: MessageEvent<Uint8Array>) => port!.postMessage(data);
      player.subscribe('ping', (value) => player.publish('pong', value, { retention: 'all' }));
    },

    /** Milliseconds that a round trip takes. */
    byPort: (bytes: number, times: number): Promise<number> =>
      timeRoundTrips(times, bytes, (payload) => answerTo(() => port!.postMessage(payload))),

    byTopic: (bytes: number, times: number): Promise<number> =>
      timeRoundTrips(times, bytes, (payload) =>
        answerTo(() => player.publish('ping', payload, { retention: 'all' })),
      ),

    /** Gives back what came. */
    back: (payload: Uint8Array): Uint8Array => payload,

    /** Opens the tables by which the two see one another. */
    async openTables(own: string, other: string, bytes: number): Promise<void> {
      tables = new TablePlayer(player, own, bytes);
      await tables.watch(other);
    },

    /** Whether that can be done from now on without a turn. */
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
