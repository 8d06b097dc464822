import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Hub } from '../session/hub.ts';
import { SharedState } from '../session/shared-state.ts';
import { MAX_KEPT_BUFFERS } from './transferred-snapshots.ts';
import type { PeerToPeer } from '../session/session-messages.ts';
import type { PublishedTable } from './published-table.ts';

const schema = { stamp: 'f64' } as const;

/** A worker that reads no message, and the times of the commits that were sent to it. */
interface Silent {
  readonly thread: number;
  readonly stamps: number[];
  /** Opens replica number `reader` of a table. */
  readonly requestRows: (name: string, reader: number) => void;
}

let hub: Hub;
let main: SharedState;
let table: PublishedTable<typeof schema>;
let workers: readonly Silent[];

beforeEach(() => {
  hub = new Hub(fail, undefined, false);
  main = new SharedState(hub.peer);
  table = create('rows');
  workers = [0, 1].map(join);
});
afterEach(() => hub.peer.dispose());

function fail(error: unknown): void {
  throw error;
}

function create(name: string): PublishedTable<typeof schema> {
  const created = main.table(name, schema);
  created.add(1);
  return created;
}

function join(index: number): Silent {
  const stamps: number[] = [];
  let number = 0;
  const thread = hub.join(index, (name, args) => {
    if (name === 'offer') number = args[3] as number;
    if (name === 'snapshot') stamps.push(stampOf(args as Parameters<PeerToPeer['snapshot']>));
  });
  const methods = hub.methodsFor(thread);
  const requestRows = (name: string, reader: number): void => {
    methods.subscribe(`\0table ${name}`, 0);
    methods.peer('requestRows', name, thread, reader, schema, undefined, undefined, number);
  };
  return { thread, stamps, requestRows };
}

function stampOf([, , memory, , , time]: Parameters<PeerToPeer['snapshot']>): number {
  expect(memory.byteLength).toBeGreaterThan(0);
  return time;
}

/** Commits at the times from 1 to `last`. */
function commit(last: number, to: PublishedTable<typeof schema> = table): void {
  for (let time = 1; time <= last; time++) to.commit(time);
}

const usual = Array.from({ length: MAX_KEPT_BUFFERS }, (_, i) => i + 1);

describe('a commit for a thread that has all buffers', () => {
  beforeEach(() => {
    for (const { requestRows: want } of workers) want('rows', 1);
  });

  test('is sent once before the next task of that thread, and only the newest one', () => {
    commit(20);
    expect(workers[0]!.stamps).toEqual(usual);
    for (let task = 0; task < 3; task++) hub.peer.commitBeforeTask(workers[0]!.thread);
    expect(workers[0]!.stamps).toEqual([...usual, 20]);
  });

  test('is not sent before tasks of other threads, so a thread that reads nothing gets no further buffers', () => {
    for (let task = 0; task < 20; task++) {
      table.commit(task + 1);
      hub.peer.publishBeforeTasks();
      hub.peer.commitBeforeTask(workers[0]!.thread);
    }
    expect(workers.map(({ stamps }) => stamps.length)).toEqual([20, MAX_KEPT_BUFFERS]);
  });

  test('is sent to each replica of the thread, of each table', () => {
    const other = create('other');
    workers[0]!.requestRows('other', 2);
    workers[0]!.requestRows('other', 3);
    commit(20);
    commit(30, other);
    workers[0]!.stamps.length = 0;
    hub.peer.commitBeforeTask(workers[0]!.thread);
    expect(workers[0]!.stamps).toEqual([20, 30, 30]);
  });

  test.each<[string, () => void]>([
    ['its table is closed', () => table.close()],
    ['its replica is closed', () => hub.methodsFor(workers[0]!.thread).unsubscribe('\0table rows')],
    ['another replica has its number', () => workers[0]!.requestRows('rows', 1)],
    ['its thread has gone', () => hub.leave(workers[0]!.thread)],
    ['the session has ended', () => hub.peer.close()],
  ])('is not sent after %s', (_, end) => {
    commit(20);
    end();
    workers[0]!.stamps.length = 0;
    hub.peer.commitBeforeTask(workers[0]!.thread);
    expect(workers[0]!.stamps).toEqual([]);
  });

  test('is not sent again after its thread has returned buffers', () => {
    commit(20);
    const back = Array.from({ length: 4 }, () => new ArrayBuffer(bytes()));
    hub.methodsFor(workers[0]!.thread).peer('returnBuffers', 'rows', workers[0]!.thread, 1, back);
    expect(workers[0]!.stamps).toEqual([...usual, 20]);
    hub.peer.commitBeforeTask(workers[0]!.thread);
    expect(workers[0]!.stamps).toEqual([...usual, 20]);
  });
});

/** The number of bytes of a buffer for the rows. */
function bytes(): number {
  let length = 0;
  const thread = hub.join(2, (name, args) => {
    if (name === 'snapshot') length = (args as Parameters<PeerToPeer['snapshot']>)[2].byteLength;
  });
  hub.methodsFor(thread).subscribe('\0table rows', 0);
  hub.methodsFor(thread).peer('requestRows', 'rows', thread, 1, schema, undefined, undefined, table.number);
  return length;
}
