import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PublishedTable } from './published-table.ts';
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
import { endWaitForLost } from './wake-signal.ts';

const schema = { height: 'f32' } as const;
const [reader, firstWriter, secondWriter] = [0, 1, 2];

/** Two threads that write tables of one name, and a third one that reads them. Messages arrive when `deliverSome` is called. */
class Threads {
  readonly replicas: Replicas;
  readonly tables = [this.#writer(firstWriter), this.#writer(secondWriter)];
  #toReader: (() => void)[] = [];
  #toWriters: (() => void)[] = [];
  #wakeSignal: SharedArrayBuffer | undefined;

  constructor() {
    this.replicas = new Replicas({
      thread: () => reader,
      subscribe: (_, wakeSignal) => {
        this.#wakeSignal = wakeSignal;
        this.#eachWriter((tables) => tables.joined('rows', reader));
      },
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

  /** A writer is lost: the thread with the broker ends waits, and sends the reader a message. */
  lose(writer: number): void {
    endWaitForLost(writer, this.#wakeSignal!);
    this.#toReader.push(() => this.replicas.gone(writer));
  }

  /** Delivers all messages to the writers, and the next message to the reader. */
  deliverSome(): void {
    for (const message of this.#toWriters.splice(0)) message();
    this.#toReader.shift()?.();
  }

  settle(): void {
    while (!this.isQuiet) this.deliverSome();
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
      checkNotDisposed: () => {},
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
      let hasNewer = isCommitted; // whether `advance` returns true when all messages have arrived
      const committed = [0, 0];
      for (const { count, what, which } of acts) {
        const table = tables[which]!;
        if (what === 'deliver') threads.deliverSome();
        if (what === 'settle') threads.settle();
        if (what === 'commit') {
          while (table.count > count) table.remove(table.ids[table.count - 1]!);
          while (table.count < count) table.add(table.count);
          table.commit();
          committed[which] = count;
          hasNewer = true;
        }
        if (threads.isQuiet) {
          if (what === 'wait') expect(replica.wait(hasNewer ? Infinity : 0)).toBe(hasNewer);
          if (what === 'advance') expect(replica.advance()).toBe(hasNewer);
          if (what === 'advance') hasNewer = false;
        } else if (what === 'wait') {
          expect(replica.wait(Infinity)).toBe(replica.advance()); // `wait` must not block while a message is on its way
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

/** Calls `act` when a wait blocks. If `act` does not end the wait, the test fails, because the wait would block forever. */
function onceBlocked(act: () => void): void {
  vi.spyOn(Atomics, 'wait').mockImplementation((words, index, value, timeout) => {
    if (timeout === 0) return 'timed-out';
    act();
    if (Atomics.load(words, index) === value) throw new Error('blocked forever');
    return 'ok';
  });
}

afterEach(() => vi.restoreAllMocks());

describe('a wait that blocks', () => {
  async function openBoth(): Promise<Opened> {
    const threads = new Threads();
    const tables = threads.tables.map((each) => each.create('rows', schema, 1));
    for (const table of tables) table.commit();
    const replica = await open(threads);
    replica.advance();
    return { threads, tables, replica };
  }

  test('ends with a commit', async () => {
    const { replica, tables } = await openBoth();
    onceBlocked(() => tables[1]!.commit());
    expect(replica.wait(Infinity)).toBe(true);
  });

  const ways: Readonly<Record<string, (opened: Opened) => void>> = {
    'the growth of a table': ({ tables }) => {
      for (let id = 0; id < 60; id++) tables[1]!.add(id);
      tables[1]!.commit();
    },
    'the close of a table': ({ tables }) => tables[1]!.close(),
    'the loss of a writer': ({ threads }) => threads.lose(secondWriter),
    'the loss of two writers': ({ threads }) => [firstWriter, secondWriter].map((each) => threads.lose(each)),
    'the end of an earlier subscription': ({ threads }) => threads.tables[1]!.left('rows', reader),
  };
  test.each(Object.entries(ways))(
    'ends with %s, and until the message about it arrives, later waits do not block',
    async (_, act) => {
      const opened = await openBoth();
      const { replica, threads } = opened;
      onceBlocked(() => act(opened));
      expect(replica.wait(Infinity)).toBe(false);
      onceBlocked(() => {});
      while (!threads.isQuiet) {
        expect(replica.wait(Infinity)).toBe(replica.advance());
        threads.deliverSome();
      }
    },
  );

  test('ends when the session of the writer ends', async () => {
    const { replica, threads } = await openBoth();
    onceBlocked(() => threads.tables[1]!.endSession());
    expect(replica.wait(Infinity)).toBe(false);
  });

  test('returns true after the loss of a writer that had committed rows without a signal', async () => {
    const { replica, tables, threads } = await openBoth();
    onceBlocked(() => {
      vi.spyOn(Atomics, 'add').mockReturnValueOnce(0n); // the thread ends before it can signal
      tables[1]!.commit();
      threads.lose(secondWriter);
    });
    expect(replica.wait(Infinity)).toBe(true);
  });

  test('blocks again after the loss of one writer is known, and ends with a commit of the other one', async () => {
    const { replica, tables, threads } = await openBoth();
    onceBlocked(() => {});
    threads.lose(secondWriter);
    expect(replica.wait(Infinity)).toBe(false);
    threads.settle();
    expect(replica.wait(Infinity)).toBe(true);
    replica.advance();
    onceBlocked(() => tables[0]!.commit());
    expect(replica.wait(Infinity)).toBe(true);
  });
});

test('no wait blocks while a message about growth, a close or a loss is on its way', async () => {
  const act = fc.record({
    what: fc.constantFrom('commit', 'advance', 'deliver', 'settle', 'close', 'lose'),
    which: fc.nat(1),
    count: fc.nat(60),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      const threads = new Threads();
      const tables = threads.tables.map((each) => each.create('rows', schema, 1));
      const replica = await open(threads);
      const ended = new Set<number>();
      onceBlocked(() => {});
      for (const { count, what, which } of acts) {
        const table = tables[which]!;
        if (what === 'deliver') threads.deliverSome();
        if (what === 'settle') threads.settle();
        if (what === 'advance') replica.advance();
        if (ended.has(which)) continue;
        if (what === 'close') table.close();
        if (what === 'lose') threads.lose(which + 1);
        if (what === 'close' || what === 'lose') ended.add(which);
        if (what === 'commit') {
          while (table.count < count) table.add(table.count);
          table.commit();
        }
        if (!threads.isQuiet || ended.size === 2) expect(replica.wait(Infinity)).toBe(replica.advance());
      }
      threads.settle();
      expect(replica.wait(0)).toBe(replica.advance());
    }),
  );
});

interface Opened {
  readonly threads: Threads;
  readonly tables: readonly PublishedTable<typeof schema>[];
  readonly replica: Replica<typeof schema>;
}

function byNumber(one: number, other: number): number {
  return one - other;
}
