import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Central } from '../session/central.ts';
import type { PeerNews } from '../session/link.ts';
import { Participant } from '../session/participant.ts';
import type { PublishedTable } from './published-tables.ts';
import { usualBuffers } from './transferred-snapshots.ts';

const schema = { stamp: 'f64' } as const;

/** A worker that reads no message, and the rows that it was sent. */
interface Silent {
  readonly site: number;
  readonly stamps: number[];
  /** Opens replica number `reader` of a table. */
  readonly want: (name: string, reader: number) => void;
}

let central: Central;
let main: Participant;
let table: PublishedTable<typeof schema>;
let workers: readonly Silent[];

beforeEach(() => {
  central = new Central(fail, undefined, false);
  main = new Participant(central.site);
  table = create('rows');
  workers = [0, 1].map(join);
});
afterEach(() => central.site.dispose());

function fail(error: unknown): void {
  throw error;
}

function create(name: string): PublishedTable<typeof schema> {
  const created = main.table(name, schema);
  created.add(1);
  return created;
}

function join(place: number): Silent {
  const stamps: number[] = [];
  let number = 0;
  const site = central.join(place, (name, args) => {
    if (name === 'offer') number = args[3] as number;
    if (name === 'parcel') stamps.push(stampOf(args as Parameters<PeerNews['parcel']>));
  });
  const news = central.from(site);
  const want = (name: string, reader: number): void => {
    news.subscribe(`\0table ${name}`, 0);
    news.peer('want', name, site, reader, schema, undefined, undefined, number);
  };
  return { site, stamps, want };
}

function stampOf([, , memory, , , time]: Parameters<PeerNews['parcel']>): number {
  expect(memory.byteLength).toBeGreaterThan(0);
  return time;
}

/** Commits at the times from 1 to `last`. */
function commit(last: number, to: PublishedTable<typeof schema> = table): void {
  for (let time = 1; time <= last; time++) to.commit(time);
}

const usual = Array.from({ length: usualBuffers }, (_, i) => i + 1);

describe('a commit for a thread that has all buffers', () => {
  beforeEach(() => {
    for (const { want } of workers) want('rows', 1);
  });

  test('is sent before the next task of that thread, and only the newest one, once', () => {
    commit(20);
    expect(workers[0]!.stamps).toEqual(usual);
    for (let task = 0; task < 3; task++) central.site.commitBeforeTask(workers[0]!.site);
    expect(workers[0]!.stamps).toEqual([...usual, 20]);
  });

  test('is not sent before tasks of others: a thread that reads nothing gets no more memory', () => {
    for (let task = 0; task < 20; task++) {
      table.commit(task + 1);
      central.site.publishBeforeTasks();
      central.site.commitBeforeTask(workers[0]!.site);
    }
    expect(workers.map(({ stamps }) => stamps.length)).toEqual([20, usualBuffers]);
  });

  test('is sent to each replica of the thread, of each table', () => {
    const other = create('other');
    workers[0]!.want('other', 2);
    workers[0]!.want('other', 3);
    commit(20);
    commit(30, other);
    workers[0]!.stamps.length = 0;
    central.site.commitBeforeTask(workers[0]!.site);
    expect(workers[0]!.stamps).toEqual([20, 30, 30]);
  });

  test.each<[string, () => void]>([
    ['its table is closed', () => table.close()],
    ['its replica is closed', () => central.from(workers[0]!.site).unsubscribe('\0table rows')],
    ['another replica has its number', () => workers[0]!.want('rows', 1)],
    ['its thread has gone', () => central.leave(workers[0]!.site)],
    ['the session has ended', () => central.site.close()],
  ])('is not sent after %s', (_, end) => {
    commit(20);
    end();
    workers[0]!.stamps.length = 0;
    central.site.commitBeforeTask(workers[0]!.site);
    expect(workers[0]!.stamps).toEqual([]);
  });

  test('is not sent again after its thread has returned buffers', () => {
    commit(20);
    const back = Array.from({ length: 4 }, () => new ArrayBuffer(bytes()));
    central.from(workers[0]!.site).peer('back', 'rows', workers[0]!.site, 1, back);
    expect(workers[0]!.stamps).toEqual([...usual, 20]);
    central.site.commitBeforeTask(workers[0]!.site);
    expect(workers[0]!.stamps).toEqual([...usual, 20]);
  });
});

/** Of a buffer for the rows. */
function bytes(): number {
  let length = 0;
  const site = central.join(2, (name, args) => {
    if (name === 'parcel') length = (args as Parameters<PeerNews['parcel']>)[2].byteLength;
  });
  central.from(site).subscribe('\0table rows', 0);
  central.from(site).peer('want', 'rows', site, 1, schema, undefined, undefined, table.number);
  return length;
}
