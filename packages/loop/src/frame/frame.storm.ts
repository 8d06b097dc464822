import { strictEqual } from 'node:assert/strict';
import {
  below,
  type Chance,
  chanceOf,
  logUniform,
  oneOf,
  swarm,
  weighted,
} from '../../../chance.test.setup.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';

export const name =
  'entities of frames receive each moment of simulated time once, whatever the callbacks do';
export const seedsInGate = 60;

const STEP = 10; // ms

/** Matches the errors that callbacks throw on purpose, and the errors of calls that are not allowed. */
const EXPECTED =
  /^chaos|was called from|everyFrame already runs|another everyFrame|the frame has no loop yet/;

interface Entity {
  /** Whether the entity is in `always`. */
  readonly isAlways: boolean;
  receivedTime: number;
}

type Action =
  | 'run'
  | 'tick'
  | 'runLoop'
  | 'addToWindow'
  | 'updateNow'
  | 'attach'
  | 'everyFrame'
  | 'stopDriver'
  | 'stopLoop'
  | 'throw';

const actions: readonly (readonly [weight: number, action: Action])[] = [
  [2, 'run'],
  [2, 'tick'],
  [4, 'runLoop'],
  [2, 'addToWindow'],
  [2, 'updateNow'],
  [1, 'attach'],
  [1, 'everyFrame'],
  [2, 'stopDriver'],
  [1, 'stopLoop'],
  [2, 'throw'],
];

/** Frames on one loop or two, with callbacks that act at random. */
class World {
  readonly loops: readonly EventLoop[];
  readonly stages: readonly Stage[];
  /** Errors that do not match {@link EXPECTED}. */
  readonly failures: Error[] = [];
  /** Whether callbacks act. */
  isWild = false;
  readonly #chance: Chance;
  readonly #host: VirtualHost = new VirtualHost();
  readonly #weights: readonly (readonly [weight: number, action: Action])[];
  readonly #risk: number;
  #depth = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#weights = swarm(chance, actions);
    this.#risk = oneOf(chance, [0.02, 0.1, 0.5]);
    const onError = (error: unknown): void => this.check(error as Error);
    const hosts = [this.#host, { now: () => this.#host.now() }];
    this.loops = hosts.slice(0, 1 + below(chance, 2)).map((host) => new EventLoop({ host, onError }));
    this.stages = Array.from({ length: 1 + below(chance, 2) }, () => new Stage(chance, this));
  }

  /** A callback of the application. */
  callback(): void {
    this.#host.spend(oneOf(this.#chance, [0, 0, 0.1, 1, 20]));
    if (!this.isWild || this.#depth > 3 || this.#chance() >= this.#risk) return;
    this.#depth++;
    try {
      this.act();
    } finally {
      this.#depth--;
    }
  }

  check(error: Error): void {
    if (!EXPECTED.test(error.message)) this.failures.push(error);
  }

  act(): void {
    const stage = oneOf(this.#chance, this.stages);
    const loop = oneOf(this.#chance, this.loops);
    const action = weighted(this.#chance, this.#weights);
    if (action === 'run')
      stage.frame.run({ elapsed: below(this.#chance, 4) * STEP, budget: below(this.#chance, 30) });
    else if (action === 'tick') stage.frame.tick();
    else if (action === 'runLoop') loop.run({ budget: below(this.#chance, 30) });
    else if (action === 'addToWindow') stage.frame.addToWindow(oneOf(this.#chance, stage.all));
    else if (action === 'updateNow') stage.frame.updateNow(oneOf(this.#chance, stage.all));
    else if (action === 'attach') stage.frame.attach(loop);
    else if (action === 'everyFrame') stage.drive(loop);
    else if (action === 'stopDriver') stage.stop();
    else if (action === 'stopLoop') oneOf(this.#chance, [() => loop.stop(), () => loop.start()])();
    else throw new Error('chaos');
  }

  /** An action of the application, outside of all callbacks. */
  command(): void {
    try {
      if (this.#chance() < 0.5) this.#host.advanceTo(this.#host.now() + below(this.#chance, 5) * STEP);
      else this.act();
    } catch (error) {
      this.check(error as Error);
    }
  }
}

class Stage {
  readonly frame: Frame<Entity>;
  readonly all: readonly Entity[];
  /** Simulated time at which all entities were up to date for the first time. */
  startTime = 0;
  stop: () => void = () => {};

  constructor(chance: Chance, world: World) {
    this.all = Array.from({ length: logUniform(chance, 1, 20) }, () => ({
      isAlways: chance() < 0.2,
      receivedTime: 0,
    }));
    const { all } = this;
    this.frame = new Frame<Entity>({
      rate: 1000 / STEP,
      entities: {
        *[Symbol.iterator]() {
          world.callback();
          yield* all.filter(({ isAlways }) => !isAlways);
        },
      },
      always: {
        *[Symbol.iterator]() {
          yield* all.filter(({ isAlways }) => isAlways);
          world.callback();
        },
      },
      order: oneOf(chance, ['priority', 'list'] as const),
      stepsPerWindow: oneOf(chance, [1, 1, 3]),
      beforeStep: () => world.callback(),
      priority: () => {
        world.callback();
        return chance();
      },
      update: (updated, elapsed) => {
        updated.receivedTime += elapsed;
        if (world.isWild) strictEqual(updated.receivedTime, this.frame.now - this.startTime);
        world.callback();
      },
    });
    this.frame.attach(oneOf(chance, world.loops));
  }

  drive(loop: EventLoop): void {
    this.stop = everyFrame(loop, { simulate: this.frame });
  }

  /** From now on, `receivedTime` is compared with the simulated time. All entities must be up to date. */
  begin(): void {
    this.startTime = this.frame.now;
    for (const entity of this.all) entity.receivedTime = 0;
  }

  /** Makes steps until a new window begins, and all updates of that window. Then all entities are up to date. */
  updateAll(): void {
    const { stats } = this.frame;
    const { windows } = stats;
    while (stats.windows === windows) {
      this.frame.tick();
      this.frame.run({ elapsed: 0, budget: 1e9 });
    }
  }
}

export function run(seed: number): void {
  const chance = chanceOf(seed);
  const world = new World(chance);
  const stopAndUpdateAll = (): void => {
    for (const { stop } of world.stages) stop();
    for (const loop of world.loops) loop.start();
    for (const stage of world.stages) stage.updateAll();
  };
  stopAndUpdateAll();
  for (const stage of world.stages) stage.begin();
  world.isWild = true;
  for (let i = logUniform(chance, 1, 50); i > 0; i--) world.command();
  world.isWild = false;
  stopAndUpdateAll();
  for (const failure of world.failures) throw failure;
  for (const { all, startTime, frame } of world.stages)
    for (const { receivedTime } of all) strictEqual(receivedTime, frame.now - startTime);
}
