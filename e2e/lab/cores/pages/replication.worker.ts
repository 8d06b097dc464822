import { expose } from '@doha/multiproc/worker';
import { type PublishedTable, join } from '@doha/multiproc/shared';
import type { Variant } from './replication.ts';
import { thingSchema, tickSchema } from './thing-schema.ts';

const period = 1000 / 60;
/** Milliseconds after which the writer of ticks yields to the event loop. */
const slice = 4;

/** Sends the state of the things at a time in seconds. */
type Send = (time: number) => void;

const tables = new Map<number, PublishedTable<typeof thingSchema>>();
let port: MessagePort | undefined;
let timer: ReturnType<typeof setInterval> | undefined;

const variants: Readonly<Record<Variant, (count: number) => Send>> = {
  nothing: () => () => {},
  'replica, newest': sendByTable,
  'replica, between two': sendByTable,
  'array of objects': (count) => {
    // The reader needs more than a frame for 100,000 things. A message is sent only after the
    // previous one was read. Otherwise messages would queue up.
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

// The worker that writes in the studies of replication and of torn rows.
export const writer = join(
  expose({
    /** Sets the port for the variants that send messages. */
    hold(given: MessagePort): void {
      port = given;
    },

    /** From now on, sends `count` entities 60 times per second. */
    begin(variant: Variant, count: number): void {
      clearInterval(timer);
      const send = variants[variant](count);
      timer = setInterval(() => send(performance.now() / 1000), period);
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
          columns.position.fill(tick % 1000, 0, 3 * count);
          ticks.commit();
        }
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      return tick;
    },
  }),
);

export type Writer = typeof writer.functions;

function sendByTable(count: number): Send {
  const table = tables.get(count) ?? writer.table(nameOf(count), thingSchema, { capacity: count });
  tables.set(count, table);
  // No other thread has rows in this table, so ids from 1 are unique without `nextId`.
  while (table.count < count) table.add(table.count + 1);
  const { heading, position } = table.columns;
  return (time) => {
    for (let i = 0; i < count; i++) {
      position[2 * i] = xOf(i, time);
      position[2 * i + 1] = i;
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
