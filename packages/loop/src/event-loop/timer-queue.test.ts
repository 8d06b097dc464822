import { describe, expect, it } from 'vitest';
import { recordedLoop } from './recorded-loop.test.setup.ts';
import { Timer } from './timer.ts';

describe('a firm timer', () => {
  it('takes no turns until 2 ms before its release, and none afterwards', () => {
    const { host, loop } = recordedLoop();
    loop.submit(new Timer(() => {}, { every: 100 }));
    loop.submit(new Timer(() => {}, { after: 5000, maxLateness: 0.1 }));
    host.advanceTo(4990);
    expect(loop.stats.turns).toBeLessThan(60);
    host.advanceTo(5010);
    const { turns } = loop.stats;
    host.advanceTo(15_000);
    expect(loop.stats.turns - turns).toBeLessThanOrEqual(101);
  });

  it('takes a turn of a VirtualHost every 0.005 ms in the last 2 ms before its release', () => {
    const { host, loop } = recordedLoop();
    loop.submit(new Timer(() => {}, { after: 10, maxLateness: 0.1 }));
    host.advanceTo(20);
    expect(loop.stats).toMatchObject({ fired: 1 });
    expect(loop.stats.turns).toBeGreaterThan(400);
    expect(loop.stats.turns).toBeLessThan(600);
  });

  it('takes no turns after it was cancelled', () => {
    const { host, loop } = recordedLoop();
    const firm = new Timer(() => {}, { after: 5000, maxLateness: 0.1 });
    loop.submit(new Timer(() => {}, { every: 100 }));
    loop.submit(firm);
    loop.cancel(firm);
    host.advanceTo(10_000);
    expect(loop.stats.turns).toBeLessThanOrEqual(102);
  });

  it('and another timer with the same release time fire in the order of submission', () => {
    const { host, loop } = recordedLoop();
    const log: string[] = [];
    for (const [name, maxLateness] of [
      ['a', 1],
      ['b', 0.1],
      ['c', 1],
      ['d', 0.5],
    ] as const) {
      loop.submit(new Timer(() => log.push(name), { at: 10, maxLateness }));
    }
    host.advanceTo(20);
    expect(log).toEqual(['a', 'b', 'c', 'd']);
  });
});
