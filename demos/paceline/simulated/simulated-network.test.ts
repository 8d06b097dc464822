import { expect, test } from 'vitest';
import type { Kind } from '../kinds.ts';
import type { Arrival, Side } from '../network.ts';
import { presets, type Settings, usual } from '../settings.ts';
import { SimulatedNetwork } from './simulated-network.ts';

/** What comes while a network has these settings from one time until another one, in s. */
class Watched {
  readonly network: SimulatedNetwork;
  #arrivals: Arrival[] = [];

  constructor(settings: Settings) {
    this.network = new SimulatedNetwork(settings, {
      arrived: (arrival) => this.#arrivals.push(arrival),
      failed: () => {},
    });
  }

  /** Goes on until `to`, and forgets what came before `from`. */
  watch(from: number, to: number): void {
    this.network.advanceTo(1000 * from);
    this.#arrivals = [];
    this.network.advanceTo(1000 * to);
  }

  came(side: Side, kind: Kind): readonly Arrival[] {
    return this.#arrivals.filter((arrival) => arrival.side === side && arrival.kind === kind);
  }

  /** Ms in the mean. */
  latency(side: Side, kind: Kind): number {
    const came = this.came(side, kind);
    return came.reduce((sum, { latency }) => sum + latency, 0) / came.length;
  }

  bytes(side: Side, kind: Kind): number {
    return this.came(side, kind).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

test('where all fits, all comes on both sides in about the time of the way', () => {
  const watched = new Watched({ ...usual, link: presets.fibre });
  watched.watch(5, 10);
  for (const side of ['plain', 'paceline'] as const) {
    expect(watched.came(side, 'inputs')).toHaveLength(300);
    expect(watched.came(side, 'video')).toHaveLength(600);
    expect(watched.latency(side, 'inputs')).toBeLessThan(20);
  }
});

test('where more is sent than fits, plain messages are later and later, and inputs by Paceline are not', () => {
  const watched = new Watched(usual);
  watched.watch(4, 5);
  const early = watched.latency('plain', 'inputs');
  watched.watch(9, 10);
  expect(early).toBeGreaterThan(1000);
  expect(watched.latency('plain', 'inputs')).toBeGreaterThan(early + 1500);
  expect(watched.latency('paceline', 'inputs')).toBeLessThan(200);
  expect(Math.abs(watched.came('paceline', 'inputs').length - 60)).toBeLessThan(5);
});

test('of one stream the highest priority goes first', () => {
  const last = { ...usual.kinds, inputs: { ...usual.kinds.inputs, priority: 0 } };
  const watched = new Watched(usual);
  watched.watch(4, 6);
  expect(watched.came('paceline', 'inputs').length).toBeGreaterThan(100);
  watched.network.set({ ...usual, kinds: last });
  watched.watch(10, 12);
  expect(watched.came('paceline', 'inputs')).toHaveLength(0);
  expect(watched.came('paceline', 'video').length).toBeGreaterThan(100);
});

test('streams share the link by their weights', () => {
  const kinds = { ...usual.kinds, download: { rate: 8e6, priority: 0 } };
  const watched = new Watched({ ...usual, kinds });
  const share = (side: Side): number => watched.bytes(side, 'download') / watched.bytes(side, 'video');
  watched.watch(5, 10);
  expect(share('plain')).toBeCloseTo(2, 0);
  expect(share('paceline')).toBeLessThan(0.7);
  watched.network.set({ ...usual, kinds, weights: { play: 1, download: 4 } });
  watched.watch(12, 17);
  expect(share('plain')).toBeCloseTo(2, 0);
  expect(share('paceline')).toBeGreaterThan(4);
});

test('a link that becomes wide lets all come in time again', () => {
  const watched = new Watched(usual);
  watched.watch(4, 5);
  expect(watched.latency('plain', 'inputs')).toBeGreaterThan(1000);
  watched.network.set({ ...usual, link: presets.fibre });
  watched.watch(9, 10);
  expect(watched.latency('plain', 'inputs')).toBeLessThan(30);
  expect(watched.latency('paceline', 'inputs')).toBeLessThan(30);
});

test('a plain connection that is made anew has nothing of what waited', () => {
  const watched = new Watched(usual);
  watched.watch(4, 5);
  watched.network.reconnect();
  watched.watch(5, 6);
  expect(watched.latency('plain', 'inputs')).toBeLessThan(700);
  expect(watched.came('plain', 'inputs').length).toBeGreaterThan(30);
});

test('inputs say where the pointer was', () => {
  const watched = new Watched({ ...usual, link: presets.fibre });
  watched.network.point(0.25, 0.75);
  watched.watch(1, 2);
  for (const side of ['plain', 'paceline'] as const)
    expect(watched.came(side, 'inputs').at(-1)).toMatchObject({ x: 0.25, y: 0.75 });
});
