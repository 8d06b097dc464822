import type { Lab, LinkDirection } from '../link/lab.ts';
import type { Condition } from './conditions.ts';

/** Configures a lab for a condition, independently of the previous one. `base`: the link of the base condition. `seed`: the seed of all random changes. */
export async function setCondition(
  lab: Lab,
  base: LinkDirection,
  condition: Condition,
  seed: number,
): Promise<void> {
  const { delay, fullUplink, loss, management, queue = 2 } = condition;
  const uplink = fullUplink === undefined ? base.rate : fullUplink * 1e6;
  await lab.set({ ...base, queue: Math.round((queue / 2) * base.queue) }, 'left');
  await lab.set({ ...base, rate: uplink }, 'right');
  await lab.lose('left', loss?.probability ?? 0, seed, loss?.inARow);
  await lab.queueManagement('left', management?.kind ?? 'dropTail', { ecn: management?.ecn ?? false });
  for (const [i, side] of (['left', 'right'] as const).entries()) {
    const steady = { from: base.delay, to: base.delay, every: 0 };
    const varied = delay?.sides.includes(side) === true ? delay : steady;
    await lab.varyDelay(side, { ...varied, seed: 2 * seed + i }); // both directions vary independently
  }
}
