import { expose } from '@doha/multiproc/worker';
import { type PublishedTable, join } from '@doha/multiproc/shared';
import type { Way } from './replication.ts';
import { thingSchema, tickSchema } from './thing-schema.ts';

const period = 1000 / 60;
/** Milliseconds after which the writer of ticks lets others have a turn. */
const slice = 4;

/** Gives the things as they are now to whoever draws them. */
type Give = (time: number) => void;

const tables = new Map<number, PublishedTable<typeof thingSchema>>();
let port: MessagePort | undefined;
let timer: ReturnType<typeof setInterval> | undefined;

const ways: Readonly<Record<Way, (count: number) => Give>> = {
  nothing: () => () => {},
  'replica, newest': giveByTable,
  'replica, between two': giveByTable,
  'array of objects': (count) => {
    // A hundred thousand take the reader longer than a frame: what it has not read yet must not pile up before it.
    let isRead = true;
    port!.onmessage = () => (isRead = true);
    return (time) => {
      if (!isRead) return;
      isRead = false;
      port!.postMessage(Array.from({ length: count }, (_, i) => ({ x: xOf(i, time), y: i, angle: time })));
    };
  },
  'typed array, cloned': (count) => {
    const numbers = new Float32Array(3 * count);
    return (time) => {
      for (let i = 0, at = 0; i < count; i++) {
        numbers[at++] = xOf(i, time);
        numbers[at++] = i;
        numbers[at++] = time;
      }
      port!.postMessage(numbers);
    };
  },
};

// What writes for the measures of replication.
export const writer = join(
  expose({
    /** The way on which messages go that are written by hand. */
    hold(given: MessagePort): void {
      port = given;
    },

    /** From now on, sends `count` entities 60 times per second. */
    begin(way: Way, count: number): void {
      clearInterval(timer);
      const give = ways[way](count);
      timer = setInterval(() => give(performance.now() / 1000), period);
    },

    end(): void {
      clearInterval(timer);
    },

    /** Commits as often as possible. The number of rows grows to `most`. Returns the number of commits. */
    async writeTicks(milliseconds: number, most: number): Promise<number> {
      const ticks = writer.table('ticks', tickSchema);
      const end = performance.now() + milliseconds;
      let tick = 0;
      while (performance.now() < end) {
        if (ticks.count < most) ticks.add(writer.nextId());
        const { count, columns } = ticks;
        for (const until = performance.now() + slice; performance.now() < until;) {
          tick++;
          columns.tick.fill(tick, 0, count);
          columns.twice.fill(2 * tick, 0, count);
          columns.place.fill(tick % 1000, 0, 3 * count);
          ticks.commit();
        }
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      return tick;
    },
  }),
);

export type Writer = typeof writer.functions;

function giveByTable(count: number): Give {
  const table = tables.get(count) ?? writer.table(nameOf(count), thingSchema, { capacity: count });
  tables.set(count, table);
  // Nobody else has a row in it; ids of the session would be more than a thread may have in one turn.
  while (table.count < count) table.add(table.count + 1);
  const { heading, place } = table.columns;
  return (time) => {
    for (let i = 0; i < count; i++) {
      place[2 * i] = xOf(i, time);
      place[2 * i + 1] = i;
      heading[i] = time;
    }
    table.commit();
  };
}

function nameOf(count: number): string {
  return `things ${count}`;
}

function xOf(i: number, time: number): number {
  return i + 10 * time;
}
