import type { Lab } from '../../link/lab.ts';
import type { LinkPlan } from '../../link/prepare-lab.ts';
import type { Condition, Steps } from './condition.ts';

/** Bits per second of a link that has stopped: a packet takes minutes. */
const stopped = 100;

/** The methods of a lab by which its link changes. */
type ChangingLink = Pick<Lab, 'hole' | 'set'>;

/** Starts the changes of a link over time. `link`: that of the condition. Returns a function that ends them. */
export function changeLink(
  lab: ChangingLink,
  { delays, holes, rates, stops, uplink }: Condition,
  link: LinkPlan,
): () => void {
  const timers: NodeJS.Timeout[] = [];
  const repeat = (every: number, call: (count: number) => void): void => {
    let count = 0;
    timers.push(setInterval(() => call(count++), every));
  };
  const take = ({ every, values }: Steps, set: (value: number) => Promise<void>): void =>
    repeat(every, (count) => void set(values[count % values.length]!));
  const setRates = async (): Promise<void> => {
    await lab.set({ rate: link.rate * 1e6 }, 'left');
    await lab.set({ rate: (uplink ?? link.rate) * 1e6 }, 'right');
  };
  if (rates) take(rates, (rate) => lab.set({ rate: rate * 1e6 }, 'left'));
  if (delays) take(delays, (delay) => lab.set({ delay }, delays.side));
  if (holes) repeat(holes.every, () => void lab.hole(holes.lasting));
  if (stops)
    repeat(stops.every, () => {
      void lab.set({ rate: stopped });
      timers.push(setTimeout(() => void setRates(), stops.lasting));
    });
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
