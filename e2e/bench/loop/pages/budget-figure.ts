import { Frame } from '@doha/loop';
import { random } from '../../../tools/pages/random.ts';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';
import { type Series, takeTurns } from '../../pages/contest.ts';
import type { Figure } from './figure.ts';

/**
 * How long a frame's work takes beyond its budget. The sizes are numbers of entities, whose updates cost 1 µs to 5 ms: most of them little, as in a
 * game. No more than a few can be updated in each frame. Three series for each contestant and each kind of costs, with a value for each frame:
 * the overrun in µs; the same less the cost of the last update, since no contestant interrupts one; and the number of updates.
 */
export const budgetFigure: Figure = async ({ by, sizes, rounds, milliseconds }) => {
  const stepsPerUs = stepsPerMicrosecond(calibrationSteps);
  const frames = Math.ceil(milliseconds / budget);
  const series: Series[] = [];
  for (const size of sizes) {
    for (const costs of ['fixed', 'changing'] as const) {
      const contestants = makers
        .filter(({ name }) => name.startsWith(by))
        .map(({ make, name }) => new BudgetContestant(name, new Crowd({ size, costs, stepsPerUs }), make));
      await takeTurns(contestants.length, { rounds, warmUp: 1 }, async (index, round) => {
        for (let frame = 0; frame < frames; frame++) contestants[index]!.play(round >= 0);
      });
      series.push(...contestants.flatMap((contestant) => contestant.series));
    }
  }
  return series;
};

/** Milliseconds of a frame for updates, as a game on a display of 60 Hz may have that also draws. */
const budget = 5;
const step = 1000 / 60;
/** About 10 ms: even a clock that steps by 0.1 ms shows them well enough. */
const calibrationSteps = 10_000_000;
/** The costs are 1 µs × this to the power of 0 to 1, … */
const costRange = 5000;
/** … which is a random number to this power: half of the updates take less than 2 µs, one in twenty more than 1 ms. */
const skew = 4;
/** Changing costs are taken in turn from a table of this size. */
const differentCosts = 4096;

/** Whether an entity's updates cost the same each time, or each time something else. */
type Costs = 'fixed' | 'changing';

interface Entity {
  readonly importance: number;
  /** Of the next update, in steps of `spin`. */
  cost: number;
  /** For the controls: the frame of the last update, and the priority. */
  updatedIn: number;
  priority: number;
}

/** The entities of one contestant, and what their updates came to. */
class Crowd {
  readonly entities: Entity[];
  readonly stepsPerUs: number;
  updates = 0;
  /** Of the last update, in µs. */
  lastCost = 0;
  #changing: Float64Array | undefined;

  constructor({ size, costs, stepsPerUs }: { size: number; costs: Costs; stepsPerUs: number }) {
    const chance = random(size);
    const cost = (): number => Math.round(stepsPerUs * costRange ** (chance() ** skew));
    this.stepsPerUs = stepsPerUs;
    this.entities = Array.from({ length: size }, () => ({
      importance: chance(),
      cost: cost(),
      updatedIn: 0,
      priority: 0,
    }));
    if (costs === 'changing') this.#changing = Float64Array.from({ length: differentCosts }, cost);
  }

  get costs(): Costs {
    return this.#changing === undefined ? 'fixed' : 'changing';
  }

  readonly update = (entity: Entity): void => {
    spin(entity.cost);
    this.updates++;
    this.lastCost = entity.cost / this.stepsPerUs;
    if (this.#changing !== undefined) entity.cost = this.#changing[this.updates % differentCosts]!;
  };
}

/** Works for `budget` ms. */
type FrameWork = (budget: number) => void;

const makers: readonly { readonly name: string; readonly make: (crowd: Crowd) => FrameWork }[] = [
  { name: '@doha/loop frame', make: inFrame },
  { name: 'by hand, clock after every update', make: (crowd) => byHand(crowd, 1) },
  { name: 'by hand, clock after every 8th', make: (crowd) => byHand(crowd, 8) },
];

function inFrame({ entities, update }: Crowd): FrameWork {
  const frame = new Frame<Entity>({ entities, update, priority: ({ importance }, age) => importance * age });
  // A step and a hair: rounding must not make a frame of no step.
  return (limit) => frame.run({ elapsed: step + 1e-9, budget: limit });
}

/** A loop written by hand: updates the entities in order of priority until a reading of the clock shows that the time is over. */
function byHand({ entities, update }: Crowd, updatesPerReading: number): FrameWork {
  const order = [...entities];
  let frame = 0;
  return (limit) => {
    const until = performance.now() + limit;
    frame++;
    for (const entity of order) entity.priority = entity.importance * (frame - entity.updatedIn) * step;
    order.sort((one, other) => other.priority - one.priority);
    for (let i = 0; i < order.length; i++) {
      const entity = order[i]!;
      entity.updatedIn = frame;
      update(entity);
      if ((i + 1) % updatesPerReading === 0 && performance.now() >= until) return;
    }
  };
}

class BudgetContestant {
  #name: string;
  #crowd: Crowd;
  #work: FrameWork;
  #overrun: number[] = [];
  #beyond: number[] = [];
  #updates: number[] = [];

  /** Throws an Error if a frame with time for everything does not update every entity once. */
  constructor(name: string, crowd: Crowd, make: (crowd: Crowd) => FrameWork) {
    this.#name = `${name}, ${crowd.costs} costs`;
    this.#crowd = crowd;
    this.#work = make(crowd);
    // Twice, so that each cost has been observed.
    for (let i = 0; i < 2; i++) {
      crowd.updates = 0;
      this.#work(1e9);
      if (crowd.updates !== crowd.entities.length)
        throw new Error(`${this.#name}: every entity must be updated once in a frame with time for all`);
    }
  }

  /** Plays a frame. Throws an Error if it updates nothing. */
  play(counts: boolean): void {
    const crowd = this.#crowd;
    crowd.updates = 0;
    const start = performance.now();
    this.#work(budget);
    const overrun = Math.max(0, (performance.now() - start - budget) * 1000);
    if (crowd.updates === 0) throw new Error(`${this.#name}: every frame must update something`);
    if (!counts) return;
    this.#overrun.push(overrun);
    this.#beyond.push(Math.max(0, overrun - crowd.lastCost));
    this.#updates.push(crowd.updates);
  }

  get series(): Series[] {
    const size = this.#crowd.entities.length;
    return [
      { name: `${this.#name}: overrun`, size, values: this.#overrun },
      { name: `${this.#name}: beyond the last update`, size, values: this.#beyond },
      { name: `${this.#name}: updates`, size, values: this.#updates },
    ];
  }
}
