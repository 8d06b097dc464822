import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PublishedTables } from './published-tables.ts';
import type { Replica } from './replica.ts';
import { Replicas } from './replicas.ts';
import { deliver, type SendTo, receiver } from '../transport/remote-methods.ts';
import {
  type WriterToReader,
  type ReaderToWriter,
  readerToWriter,
  writerToReader,
} from './table-messages.ts';

const schema = { height: 'f32' } as const;
const [reader, firstWriter, secondWriter] = [0, 1, 2];

/** Two threads that write tables of one name, and a third one that reads them. Messages come when `deliverNext` is called. */
class Threads {
  readonly replicas: Replicas;
  readonly tables = [this.#writer(firstWriter), this.#writer(secondWriter)];
  #toReader: (() => void)[] = [];
  #toWriters: (() => void)[] = [];

  constructor() {
    this.replicas = new Replicas({
      thread: () => reader,
      subscribe: () => this.#eachWriter((tables) => tables.joined('rows', reader)),
      unsubscribe: () => this.#eachWriter((tables) => tables.left('rows', reader)),
      send: (to, name, args) =>
        this.#toWriters.push(() =>
          deliver([receiver<ReaderToWriter>(this.tables[to - 1]!, readerToWriter)], name, args),
        ),
      onError: (error) => {
        throw error;
      },
      canShare: true,
    });
  }

  get isQuiet(): boolean {
    return this.#toReader.length + this.#toWriters.length === 0;
  }

  /** Delivers what writers get, and the next message to the reader. */
  deliverNext(): void {
    for (const message of this.#toWriters.splice(0)) message();
    this.#toReader.shift()?.();
  }

  settle(): void {
    while (!this.isQuiet) this.deliverNext();
  }

  #writer(thread: number): PublishedTables {
    const send: SendTo<number, WriterToReader> = (_, name, args) =>
      this.#toReader.push(() =>
        deliver([receiver<WriterToReader>(this.replicas, writerToReader)], name, args),
      );
    const announce = (): void => void this.#toWriters.push(() => tables.joined('rows', reader));
    const tables = new PublishedTables({
      thread: () => thread,
      announce,
      withdraw: () => {},
      send,
      now: () => 7,
      mustLive: () => {},
      onError: () => {},
    });
    return tables;
  }

  #eachWriter(send: (tables: PublishedTables) => void): void {
    for (const tables of this.tables) this.#toWriters.push(() => send(tables));
  }
}

async function open(threads: Threads): Promise<Replica<typeof schema>> {
  const pending = threads.replicas.open('rows', schema, { filter: undefined, signal: undefined });
  threads.settle();
  return pending;
}

test('a wait returns true exactly if `advance` would, and blocks only if a commit can end it', async () => {
  const act = fc.oneof(
    fc.record({ what: fc.constant('commit' as const), which: fc.nat(1), count: fc.nat(60) }),
    fc.record({
      what: fc.constantFrom('advance' as const, 'wait' as const, 'deliver' as const, 'settle' as const),
      which: fc.constant(0),
      count: fc.constant(0),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), fc.boolean(), async (acts, isCommitted) => {
      const threads = new Threads();
      const tables = threads.tables.map((each) => each.create('rows', schema, 1));
      if (isCommitted) tables[0]!.commit();
      const replica = await open(threads);
      let hasNews = isCommitted; // when all messages have come
      const committed = [0, 0];
      for (const { count, what, which } of acts) {
        const table = tables[which]!;
        if (what === 'deliver') threads.deliverNext();
        if (what === 'settle') threads.settle();
        if (what === 'commit') {
          while (table.count > count) table.remove(table.ids[table.count - 1]!);
          while (table.count < count) table.add(table.count);
          table.commit();
          committed[which] = count;
          hasNews = true;
        }
        if (threads.isQuiet) {
          if (what === 'wait') expect(replica.wait(hasNews ? Infinity : 0)).toBe(hasNews);
          if (what === 'advance') expect(replica.advance()).toBe(hasNews);
          if (what === 'advance') hasNews = false;
        } else if (what === 'wait') {
          expect(replica.wait(Infinity)).toBe(replica.advance()); // a message is on its way: it must not block
        } else if (what === 'advance') {
          replica.advance();
        }
      }
      threads.settle();
      expect(replica.wait(0)).toBe(replica.advance());
      expect(replica.wait(0)).toBe(false);
      const counts = replica.parts.map(({ count }) => count).filter((count) => count > 0);
      expect(counts.toSorted(byNumber)).toEqual(committed.filter((count) => count > 0).toSorted(byNumber));
    }),
  );
});

function byNumber(one: number, other: number): number {
  return one - other;
}
