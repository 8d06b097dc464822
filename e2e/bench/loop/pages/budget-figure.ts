import { Frame } from '@doha/loop';
import { random } from '../../../../demos/lib/random.ts';
import { spin, stepsPerMicrosecond } from '../../../tools/pages/spin.ts';
import { type Series, takeTurns } from '../../pages/contest.ts';
import type { Figure } from './figure.ts';

/**
 * Overrun of frames beyond their budget. The sizes are numbers of entities. An update takes 1 µs to
 * 5 ms; most updates are short, as in a game. The budget of a frame is too short to update all
 * entities. Each contestant has three series for each kind of costs, with one value per frame: the
 * overrun in µs; the overrun less the cost of the last update, because no contestant interrupts an
 * update; and the number of updates.
 */
export const budgetFigure: Figure = async ({ by, sizes, rounds, milliseconds }) => {
  const stepsPerUs = stepsPerMicrosecond(calibrationSteps);
  const frames = Math.ceil(milliseconds / budget);
  const series: Series[] = [];
  for (const size of sizes) {
    for (const costs of ['fixed', 'changing'] as const) {
      const contestants = makers
        .filter(({ name }) => name.startsWith(by))
        .map(
          ({ make, name }) => new BudgetContestant(name, new Population({ size, costs, stepsPerUs }), make),
        );
      await takeTurns(contestants.length, { rounds, warmUp: 1 }, async (index, round) => {
        for (let frame = 0; frame < frames; frame++) contestants[index]!.play(round >= 0);
      });
      series.push(...contestants.flatMap((contestant) => contestant.series));
    }
  }
  return series;
};

/** Time for updates in each frame, in ms: as much as a game may have that also draws at 60 fps. */
const budget = 5;
const step = 1000 / 60;
/** Takes about 10 ms, which is long enough for a clock with a resolution of 0.1 ms. */
const calibrationSteps = 1_500_000;
/** An update takes 1 µs × `costRange` ** x, with x between 0 and 1. */
const costRange = 5000;
/** x is a random number to this power. Half of the updates take less than 2 µs, one in twenty takes more than 1 ms. */
const skew = 4;
/** Changing costs are taken in turn from a table of this size. */
const differentCosts = 4096;

/** Updates of an entity have the same cost each time (`fixed`) or a different one (`changing`). */
type Costs = 'fixed' | 'changing';

interface Entity {
  readonly importance: number;
  /** Cost of the next update, in steps of `spin`. */
  cost: number;
  /**
   * `updatedIn` (the number of the frame of the last update) and `priority` are used by `byHand`.
   */
  updatedIn: number;
  priority: number;
}

/** The entities of one contestant, and counters of their updates. */
class Population {
  readonly entities: Entity[];
  readonly stepsPerUs: number;
  updates = 0;
  /** Cost of the last update in µs. */
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

/** Plays one frame: updates entities for `budget` ms. */
type FrameWork = (budget: number) => void;

const makers: readonly { readonly name: string; readonly make: (population: Population) => FrameWork }[] = [
  { name: '@doha/loop frame', make: inFrame },
  { name: 'by hand, clock after every update', make: (population) => byHand(population, 1) },
  { name: 'by hand, clock after every 8th', make: (population) => byHand(population, 8) },
];

function inFrame({ entities, update }: Population): FrameWork {
  const frame = new Frame<Entity>({ entities, update, priority: ({ importance }, age) => importance * age });
  // A small addition to the step, because rounding must not lead to a frame without a step.
  return (limit) => frame.run({ elapsed: step + 1e-9, budget: limit });
}

/**
 * Updates entities in the order of their priorities until a reading of the clock shows the end of the budget. Written by hand, without the
 * loop.
 */
function byHand({ entities, update }: Population, updatesPerReading: number): FrameWork {
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
  #population: Population;
  #work: FrameWork;
  #overrun: number[] = [];
  #beyond: number[] = [];
  #updates: number[] = [];

  /** Throws an Error if a frame with enough time does not update every entity once. */
  constructor(name: string, population: Population, make: (population: Population) => FrameWork) {
    this.#name = `${name}, ${population.costs} costs`;
    this.#population = population;
    this.#work = make(population);
    // Two frames, so that the loop has observed the cost of each entity.
    for (let i = 0; i < 2; i++) {
      population.updates = 0;
      this.#work(1e9);
      if (population.updates !== population.entities.length)
        throw new Error(`${this.#name}: every entity must be updated once in a frame with time for all`);
    }
  }

  /** Plays a frame, and records its values if `counts`. Throws an Error if it updates no entity. */
  play(counts: boolean): void {
    const population = this.#population;
    population.updates = 0;
    const start = performance.now();
    this.#work(budget);
    const overrun = Math.max(0, (performance.now() - start - budget) * 1000);
    if (population.updates === 0) throw new Error(`${this.#name}: every frame must update something`);
    if (!counts) return;
    this.#overrun.push(overrun);
    this.#beyond.push(Math.max(0, overrun - population.lastCost));
    this.#updates.push(population.updates);
  }

  get series(): Series[] {
    const size = this.#population.entities.length;
    return [
      { name: `${this.#name}: overrun`, size, values: this.#overrun },
      { name: `${this.#name}: beyond the last update`, size, values: this.#beyond },
      { name: `${this.#name}: updates`, size, values: this.#updates },
    ];
  }
}
