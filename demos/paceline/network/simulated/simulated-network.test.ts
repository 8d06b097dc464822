import { expect, test } from 'vitest';
import type { Kind } from '../kinds.ts';
import type { Arrival, Side } from '../network.ts';
import { presets, type Settings, defaultSettings } from '../settings.ts';
import { SimulatedNetwork } from './simulated-network.ts';

/** Records the messages that arrive in an interval. */
class RecordedNetwork {
  readonly network: SimulatedNetwork;
  #arrivals: Arrival[] = [];

  constructor(settings: Settings) {
    this.network = new SimulatedNetwork(settings, {
      arrived: (arrival) => this.#arrivals.push(arrival),
      failed: () => {},
    });
  }

  /** Advances the network to `to` and records the arrivals since `from`, both in seconds. */
  record(from: number, to: number): void {
    this.network.advanceTo(1000 * from);
    this.#arrivals = [];
    this.network.advanceTo(1000 * to);
  }

  arrived(side: Side, kind: Kind): readonly Arrival[] {
    return this.#arrivals.filter((arrival) => arrival.side === side && arrival.kind === kind);
  }

  /** Mean latency in ms. */
  latency(side: Side, kind: Kind): number {
    const arrived = this.arrived(side, kind);
    return arrived.reduce((sum, { latency }) => sum + latency, 0) / arrived.length;
  }

  bytes(side: Side, kind: Kind): number {
    return this.arrived(side, kind).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

test('on a fast link, all messages of both connections arrive in about the one-way delay', () => {
  const recorded = new RecordedNetwork({ ...defaultSettings, link: presets.fiber });
  recorded.record(5, 10);
  for (const side of ['plain', 'paceline'] as const) {
    expect(recorded.arrived(side, 'inputs')).toHaveLength(300);
    expect(recorded.arrived(side, 'video')).toHaveLength(600);
    expect(recorded.latency(side, 'inputs')).toBeLessThan(20);
  }
});

test('on a slow link, the latency of inputs grows with a plain WebSocket, and stays low with Paceline', () => {
  const recorded = new RecordedNetwork(defaultSettings);
  recorded.record(4, 5);
  const early = recorded.latency('plain', 'inputs');
  recorded.record(9, 10);
  expect(early).toBeGreaterThan(1000);
  expect(recorded.latency('plain', 'inputs')).toBeGreaterThan(early + 1500);
  expect(recorded.latency('paceline', 'inputs')).toBeLessThan(200);
  expect(Math.abs(recorded.arrived('paceline', 'inputs').length - 60)).toBeLessThan(5);
});

test('a stream sends the highest priority first', () => {
  const last = { ...defaultSettings.kinds, inputs: { ...defaultSettings.kinds.inputs, priority: 0 } };
  const recorded = new RecordedNetwork(defaultSettings);
  recorded.record(4, 6);
  expect(recorded.arrived('paceline', 'inputs').length).toBeGreaterThan(100);
  recorded.network.set({ ...defaultSettings, kinds: last });
  recorded.record(10, 12);
  expect(recorded.arrived('paceline', 'inputs')).toHaveLength(0);
  expect(recorded.arrived('paceline', 'video').length).toBeGreaterThan(100);
});

test('streams share the link by their weights', () => {
  const kinds = { ...defaultSettings.kinds, download: { rate: 8e6, priority: 0 } };
  const recorded = new RecordedNetwork({ ...defaultSettings, kinds });
  const share = (side: Side): number => recorded.bytes(side, 'download') / recorded.bytes(side, 'video');
  recorded.record(5, 10);
  expect(share('plain')).toBeCloseTo(2, 0);
  expect(share('paceline')).toBeLessThan(0.7);
  recorded.network.set({ ...defaultSettings, kinds, weights: { play: 1, download: 4 } });
  recorded.record(12, 17);
  expect(share('plain')).toBeCloseTo(2, 0);
  expect(share('paceline')).toBeGreaterThan(4);
});

test('when the link becomes fast, the latency of inputs becomes low on both connections', () => {
  const recorded = new RecordedNetwork(defaultSettings);
  recorded.record(4, 5);
  expect(recorded.latency('plain', 'inputs')).toBeGreaterThan(1000);
  recorded.network.set({ ...defaultSettings, link: presets.fiber });
  recorded.record(9, 10);
  expect(recorded.latency('plain', 'inputs')).toBeLessThan(30);
  expect(recorded.latency('paceline', 'inputs')).toBeLessThan(30);
});

test('a new plain connection starts with an empty queue', () => {
  const recorded = new RecordedNetwork(defaultSettings);
  recorded.record(4, 5);
  recorded.network.reconnect();
  recorded.record(5, 6);
  expect(recorded.latency('plain', 'inputs')).toBeLessThan(700);
  expect(recorded.arrived('plain', 'inputs').length).toBeGreaterThan(30);
});

test('inputs contain the position of the pointer', () => {
  const recorded = new RecordedNetwork({ ...defaultSettings, link: presets.fiber });
  recorded.network.movePointer(0.25, 0.75);
  recorded.record(1, 2);
  for (const side of ['plain', 'paceline'] as const)
    expect(recorded.arrived(side, 'inputs').at(-1)).toMatchObject({ x: 0.25, y: 0.75 });
});
