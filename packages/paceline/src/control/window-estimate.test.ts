import { expect, test } from 'vitest';
import { WindowEstimate } from './window-estimate.ts';

const segment = 1448;

/** Properties of a path, in bytes, bytes per ms and ms. */
interface PathPlan {
  /** TCP's window. Bytes that are committed beyond it wait. */
  readonly tcpWindow: number;
  readonly rate: number;
  /** Both directions, including the queue of other connections. */
  readonly roundTrip: number;
}

/** A connection that always has something to send: a window of TCP, and a link of its own behind it. */
class Connection {
  readonly estimate: WindowEstimate = new WindowEstimate();
  now = 0;
  plan: PathPlan;
  unacknowledged = 0;
  isEmpty = false;
  #freeAt = 0;
  #waiting: number[] = []; // when they were committed
  #underWay: { readonly sentAt: number; readonly comesAt: number }[] = [];

  constructor(plan: PathPlan) {
    this.plan = plan;
  }

  run(milliseconds: number): void {
    for (const end = this.now + milliseconds; this.now < end; this.now++) {
      while (this.estimate.allowed(1, 3, this.now, this.unacknowledged) >= this.unacknowledged + segment) {
        this.#waiting.push(this.now);
        this.unacknowledged += segment;
      }
      this.#send();
      this.#receive();
    }
  }

  #send(): void {
    const { rate, roundTrip, tcpWindow } = this.plan;
    while (this.#waiting.length > 0 && (this.#underWay.length + 1) * segment <= tcpWindow) {
      this.#freeAt = Math.max(this.#freeAt, this.now) + segment / rate;
      this.#underWay.push({ sentAt: this.#waiting.shift()!, comesAt: this.#freeAt + roundTrip });
    }
  }

  #receive(): void {
    while (this.#underWay.length > 0 && this.#underWay[0]!.comesAt <= this.now) {
      const { sentAt } = this.#underWay.shift()!;
      this.unacknowledged -= segment;
      const { now, unacknowledged } = this;
      this.estimate.delivered({
        now,
        deliveredAt: now,
        frames: 1,
        bytes: segment,
        sentAt,
        roundTrip: this.now - sentAt,
        held: 0,
        unacknowledged,
        isEmpty: this.isEmpty,
      });
    }
  }
}

const beside = { tcpWindow: 40 * segment, rate: Infinity, roundTrip: 90 };

// A round of this simulated connection may contain the acknowledgments of two windows. The best rate of the last rounds counts.
test('beside other connections the estimate is at least the window of TCP, and at most two windows', () => {
  const connection = new Connection(beside);
  connection.run(10_000);
  expect(connection.estimate.bytes / beside.tcpWindow).toBeGreaterThan(0.9);
  expect(connection.estimate.bytes / beside.tcpWindow).toBeLessThan(2);
});

test('the estimate follows a window that grows and shrinks', () => {
  const connection = new Connection(beside);
  for (const tcpWindow of [20, 60, 30, 12].map((segments) => segments * segment)) {
    connection.plan = { ...beside, tcpWindow };
    connection.run(8000);
    expect(connection.estimate.bytes / tcpWindow).toBeGreaterThan(0.75);
    expect(connection.estimate.bytes / tcpWindow).toBeLessThan(2);
  }
});

test('at whatever time the window of TCP falls to a few segments, the estimate soon falls, too', () => {
  const estimates: number[] = [];
  for (let time = 5000; time < 6500; time += 25) {
    const connection = new Connection(beside);
    connection.run(time);
    connection.plan = { ...beside, tcpWindow: 2 * segment };
    connection.run(8000);
    estimates.push(connection.estimate.bytes / segment);
  }
  expect(Math.max(...estimates)).toBeLessThan(8);
});

test('without other connections the estimate is the capacity of the path, however much TCP would send', () => {
  const alone = { tcpWindow: 1000 * segment, rate: 2000, roundTrip: 30 };
  const connection = new Connection(alone);
  connection.run(10_000);
  const held = alone.rate * alone.roundTrip;
  expect(connection.estimate.bytes / held).toBeGreaterThan(0.9);
  expect(connection.estimate.bytes / held).toBeLessThan(1.25);
  connection.plan = { ...alone, rate: 1000 };
  connection.run(10_000);
  expect(connection.estimate.bytes / held).toBeLessThan(0.65);
});

test('on a short path, where acknowledgments arrive in bursts, the estimate covers the time between two bursts', () => {
  const estimate = new WindowEstimate();
  for (let now = 0; now < 3000; now += 4) {
    const bytes = Math.min(4e6, estimate.allowed(1, 3, now, 0));
    estimate.delivered({
      now: now + 4,
      deliveredAt: now + 4,
      frames: 1,
      bytes,
      sentAt: now + 4 - 0.2,
      roundTrip: 5,
      held: 0,
      unacknowledged: 0,
      isEmpty: false,
    });
  }
  expect(estimate.bytes).toBeGreaterThan(1e6);
});

test('while no acknowledgments arrive, up to one more window is committed little by little, since TCP may be repairing a loss', () => {
  const connection = new Connection(beside);
  connection.run(10_500); // outside drain phases: in a drain phase more is unacknowledged than may be committed
  const { estimate, now, unacknowledged } = connection;
  estimate.delivered({
    now,
    deliveredAt: now,
    frames: 1,
    bytes: 0,
    sentAt: now - 90,
    roundTrip: 90,
    held: 0,
    unacknowledged,
    isEmpty: false,
  });
  let committed = unacknowledged;
  const commit = (from: number, to: number): number => {
    for (let silence = from; silence < to; silence++)
      committed = Math.max(committed, estimate.allowed(1, 0, now + silence, committed));
    return committed;
  };
  const after = [10, 50, 500, 5000].map((silence, i, all) => commit(all[i - 1] ?? 0, silence));
  expect(after[1]).toBeGreaterThan(after[0]!);
  expect(after[2]).toBeGreaterThan(after[1]!);
  expect(after[3]).toBe(after[2]);
  expect(after[3]).toBeLessThan(2.5 * unacknowledged);
});

test('a round without enough data to send does not lower the estimate', () => {
  const connection = new Connection(beside);
  connection.run(10_000);
  const { estimate } = connection;
  const before = estimate.bytes;
  for (let now = connection.now; now < connection.now + 10_000; now += 100)
    estimate.delivered({
      now,
      deliveredAt: now,
      frames: 1,
      bytes: 100,
      sentAt: now - 90,
      roundTrip: 90,
      held: 0,
      unacknowledged: 0,
      isEmpty: true,
    });
  expect(estimate.bytes / before).toBeGreaterThan(0.7);
});

test('the estimate falls if too much is committed, even if no data waits to be sent', () => {
  const connection = new Connection(beside);
  connection.run(5000);
  connection.isEmpty = true;
  connection.plan = { ...beside, tcpWindow: 10 * segment };
  connection.run(10_000);
  expect(connection.estimate.bytes / (10 * segment)).toBeLessThan(4);
});
