import { PriorityQueue, type Queued } from '@doha/loop';
import { expect, test, vi } from 'vitest';
import { cancelContestant, cancellations } from './cancel-figure.ts';
import { makeWorkload } from './workload.ts';

const workload = makeWorkload(10, 40);

test.each(Object.entries(cancellations))('%s cancels every task, and runs none', async (name, prepare) => {
  const contestant = cancelContestant(name, workload, prepare(workload));
  expect(await contestant.round()).toBeGreaterThanOrEqual(0);
});

test('a round throws an error if a task is not cancelled, or if a cancelled task runs', () => {
  const failing = cancelContestant('failing', workload, ({ shuffled }) => shuffled.length - 1);
  expect(() => failing.round()).toThrow('failing: every task must be cancelled once');
  const running = cancelContestant('running', workload, ({ inOrder, shuffled }) => {
    inOrder[0]!();
    return shuffled.length;
  });
  expect(() => running.round()).toThrow('running: a cancelled task must not run');
});

test('the contestant of the queue counts the items that the queue has removed', () => {
  const contestant = cancelContestant('queue', workload, cancellations['@doha/loop queue']!(workload));
  const spy = vi.spyOn(PriorityQueue.prototype, 'remove');
  try {
    spy.mockImplementationOnce(function (this: PriorityQueue<Queued>, item: Queued) {
      this.remove(item); // calls the original method, because the implementation is mocked only once
      return false;
    });
    expect(() => contestant.round()).toThrow('queue: every task must be cancelled once');
  } finally {
    spy.mockRestore();
  }
});
