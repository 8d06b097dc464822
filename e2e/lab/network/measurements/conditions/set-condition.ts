import { setTimeout as pause } from 'node:timers/promises';
import type { Lab, LinkDirection } from '../../link/lab.ts';
import { directionOf, type LinkPlan, prepareSenders } from '../../link/prepare-lab.ts';
import type { Condition } from './condition.ts';

/** Bytes that fit at least into the queue of the uplink: a burst of acknowledgments on a short path. */
const minUplinkQueue = 64_000;

/** Configures a lab for a condition, independently of the previous one. `link`: that of the condition. `seed`: the seed of all random changes. */
export async function setCondition(
  lab: Lab,
  condition: Condition,
  link: LinkPlan,
  seed: number,
): Promise<void> {
  const { loss, management, policer, uplink = link.rate, uplinkLoss } = condition;
  await drain(lab);
  await prepareSenders(lab, link, seed);
  const base = directionOf(link);
  await lab.set({ ...base, queue: queueOf(condition, base) }, 'left');
  await lab.set({ ...base, rate: uplink * 1e6, queue: Math.max(minUplinkQueue, base.queue) }, 'right');
  await lab.lose('left', loss?.probability ?? 0, seed, loss?.inARow);
  await lab.lose('right', uplinkLoss?.probability ?? 0, seed + 100, uplinkLoss?.inARow); // both directions lose packets independently
  await lab.police('left', (policer?.rate ?? 0) * 1e6, policer?.burst ?? 0);
  await lab.queueManagement('left', management?.kind ?? 'dropTail', { ecn: management?.ecn ?? false });
  await varyDelays(lab, condition, base.delay, seed);
}

/** The rate in Mbit/s at which a lab transmits all queued packets, and the time for this in ms. */
const drainRate = 1000;
const drainTime = 50;

/** Ends a hole, and transmits all packets that the previous run has left in the queues. */
async function drain(lab: Lab): Promise<void> {
  await lab.hole(0);
  await lab.set({ rate: drainRate * 1e6 });
  await pause(drainTime);
}

function queueOf({ queue = 2, queueTime }: Condition, base: LinkDirection): number {
  return Math.round(queueTime === undefined ? (queue / 2) * base.queue : (base.rate * queueTime) / 8000);
}

async function varyDelays(lab: Lab, { delay }: Condition, steadyDelay: number, seed: number): Promise<void> {
  for (const [i, side] of (['left', 'right'] as const).entries()) {
    const steady = { from: steadyDelay, to: steadyDelay, every: 0 };
    const varied = delay?.sides.includes(side) === true ? delay : steady;
    await lab.varyDelay(side, { ...varied, seed: 2 * seed + i }); // both directions vary independently
  }
}
