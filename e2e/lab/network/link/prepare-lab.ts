import { checkLab } from './check-lab.ts';
import type { Lab, LinkDirection } from './lab.ts';

/** A link as in the thesis (§4.4). Its queue holds two bandwidth-delay products. */
export interface LinkPlan {
  /** Mbit/s. */
  readonly rate: number;
  /** Round-trip time without queueing, in ms. */
  readonly roundTrip: number;
  readonly congestionControl: 'reno' | 'cubic' | 'bbr';
  /** Segments that TCP sends at first. Default: 10, as in Linux. */
  readonly initialWindow?: number;
}

/**
 * Bytes of the packet whose transmission time is the maximum jitter. Without jitter an exact link is unfair: packets that follow acknowledgments reach a
 * full queue always just before, or always just after a place becomes free. A random delay of up to one packet's transmission time prevents that
 * (Floyd & Jacobson, On Traffic Phase Effects in Packet-Switched Gateways, 1992, §3.3).
 */
const fullPacket = 1500;

/** The plan for which each lab last passed the check, as JSON. */
const checkedPlans = new WeakMap<Lab, string>();

/** Maximum number of checks. A check can fail because other load of the machine delays packets. */
const checks = 5;

/**
 * Configures a lab as planned, and returns the settings of both directions, which are equal.
 * Rejects with an Error if the lab fails its check.
 */
export async function prepareLab(lab: Lab, plan: LinkPlan): Promise<LinkDirection> {
  const direction = directionOf(plan);
  if (checkedPlans.get(lab) !== JSON.stringify(plan)) {
    await lab.jitter('left', 0, 1);
    await check(lab, direction);
    checkedPlans.set(lab, JSON.stringify(plan));
  }
  await prepareSenders(lab, plan);
  return direction;
}

/** Returns the settings of each direction of a link. */
export function directionOf({ rate, roundTrip }: LinkPlan): LinkDirection {
  const bitRate = rate * 1e6;
  return { rate: bitRate, delay: roundTrip / 2, queue: Math.round((2 * bitRate * roundTrip) / 8000) };
}

/** Sets the congestion control of a plan, and the jitter for its rate. `seed`: of the jitter. */
export async function prepareSenders(
  lab: Lab,
  { congestionControl, initialWindow, rate }: LinkPlan,
  seed = 1,
): Promise<void> {
  for (const side of ['left', 'right'] as const)
    lab.congestionControl(side, congestionControl, initialWindow);
  await lab.jitter('left', (8000 * fullPacket) / (rate * 1e6), seed);
}

async function check(lab: Lab, direction: LinkDirection): Promise<void> {
  for (let left = checks - 1; ; left--) {
    const { faults } = await checkLab(lab, direction);
    if (faults.length === 0) return;
    if (left === 0) throw new Error(`prepareLab: the lab failed its check: ${faults.join('; ')}`);
  }
}
