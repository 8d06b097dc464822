import { checkLab } from './check-lab.ts';
import type { Lab, Way } from './lab.ts';

/** A link as the thesis has it (§4.4): the queue holds two bandwidth-delay products. */
export interface LinkPlan {
  /** Mbit/s. */
  readonly rate: number;
  /** Ms there and back. */
  readonly roundTrip: number;
  readonly congestionControl: 'reno' | 'cubic' | 'bbr';
}

/**
 * Without jitter there are no networks, and what is computed exactly is unfair: packets that answer acknowledgements come to a full queue always just before, or always just
 * after a place becomes free, by some µs in the ends. So they come later by up to the time that a full packet takes (Floyd & Jacobson, On Traffic Phase Effects in Packet-Switched Gateways, 1992, §3.3).
 */
const fullPacket = 1500;

/** What labs were last found fit for. */
const fitFor = new WeakMap<Lab, string>();

/** Other load of the machine may make packets late for a while. */
const checks = 5;

/** Makes a lab such a link, and returns each of its ways. Rejects with an Error if it does not come out so. */
export async function prepareLab(lab: Lab, plan: LinkPlan): Promise<Way> {
  const { congestionControl, rate, roundTrip } = plan;
  for (const side of ['left', 'right'] as const) lab.congestionControl(side, congestionControl);
  const bitRate = rate * 1e6;
  const way = { rate: bitRate, delay: roundTrip / 2, queue: Math.round((2 * bitRate * roundTrip) / 8000) };
  if (fitFor.get(lab) === JSON.stringify(plan)) return way;
  await lab.jitter('left', 0, 1);
  await check(lab, way);
  await lab.jitter('left', (8000 * fullPacket) / bitRate, 1);
  fitFor.set(lab, JSON.stringify(plan));
  return way;
}

async function check(lab: Lab, way: Way): Promise<void> {
  for (let left = checks - 1; ; left--) {
    const { faults } = await checkLab(lab, way);
    if (faults.length === 0) return;
    if (left === 0) throw new Error(`prepareLab: the lab is not fit: ${faults.join('; ')}`);
  }
}
