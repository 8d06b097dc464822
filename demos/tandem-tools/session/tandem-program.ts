import type { Host } from '@doha/loop';
import { named } from '@doha/monitor';
import type { Program } from '@doha/monitor/replay';
import {
  createGame,
  type Game,
  type GameProbe,
  type ImportanceWeights,
  type Observer,
} from '../../tandem/game/game.ts';
import { Tape } from '../../tandem/game/replay/tape.ts';
import type { Renderer } from '../../tandem/draw/renderer.ts';
import { start } from '../../tandem/versions/adaptive.ts';
import { chance } from '../../tandem/world/chance.ts';
import { hashWorld } from '../../tandem/world/hash-world.ts';
import type { Level } from '../../tandem/world/level.ts';
import { heldBy } from '../../tandem/world/robot/keys.ts';
import { commit, createWorld, tickLength, type World } from '../../tandem/world/world.ts';

/** Tandem as a program for recordings and replays. */
export interface TandemSession {
  readonly world: World;
  /** Number of updates by entity index. */
  readonly updates: Uint32Array;
  readonly weights: Readonly<ImportanceWeights>;
  /** To be called when the held keys change. See `joinHeld`. */
  readonly hold: (keys: number) => void;
  /** Changes a weight of the policy. */
  readonly tune: (name: keyof ImportanceWeights, value: number) => void;
  /** Lets the next step do so much more work that the game stutters. */
  readonly stutter: () => void;
  /** Draws the world as it is. `time`: the time on the clock of the session, in ms. */
  readonly redraw: (time: number) => void;
  /** Hash of the world as it is. */
  readonly hash: () => number;
  /** Stops the game, and returns its tape, and the hash after the commit of the last step: the data of a `Run`. */
  readonly stop: () => { readonly tape: Uint8Array; readonly hash: number };
}

/** The parts of a game that only its player sees. They do not change the world. */
export interface Scene {
  readonly renderer: Renderer;
  readonly decorations: readonly (() => void)[];
  readonly observer: Observer;
}

/** Options of {@link tandemProgram}. */
export interface TandemProgramOptions {
  readonly level: Level;
  readonly seed: number;
  /** The platform of a recording. Default: the calling thread. */
  readonly platform?: Host;
  /** Creates the scene of a world. Default: nothing is drawn. */
  readonly scene?: (world: World) => Scene;
  /** Receives the work of the loop. */
  readonly probe?: GameProbe;
  /** Weights of the policy. Default: the weights of the session, which its user changes. */
  readonly weights?: Readonly<ImportanceWeights>;
  /** Called before each update of an enemy. */
  readonly updating?: () => void;
  /** Called after each step. */
  readonly stepped?: (world: World) => void;
}

/** Bytes of the textures that a stutter computes: 100 to 200 ms of work. */
const texturesSize = 8 * 1024 * 1024;

/** Returns a program that plays a level with DOHA's loop in one thread. Its inputs are the held keys, the weights of the policy, and stutters. */
export function tandemProgram(options: TandemProgramOptions): Program<TandemSession> {
  const { level, platform, probe, scene: createScene, seed, stepped, updating, weights } = options;
  return (session) => {
    const world = createWorld(level, seed);
    const scene = createScene?.(world);
    const tape = new Tape(world);
    let held = 0;
    let keysChanged = (): void => {};
    let mustStutter = false;
    const observer: Observer = {
      stepped: () => stepped?.(world),
      updated: (entity, _, steps) => {
        updating?.();
        tape.updated(entity, steps);
      },
      drawn: () => {},
      worked: () => {},
    };
    const unpack = named('unpack textures', () => {
      if (mustStutter) computeTextures();
      mustStutter = false;
    });
    const created = createGame(world, {
      renderer: scene?.renderer,
      observers: scene === undefined ? [observer] : [observer, scene.observer],
      steer: () => {
        for (const [i, robot] of world.robots.entries()) robot.held = heldBy(held, i);
        tape.begin();
      },
      decorations: [...(scene?.decorations ?? []), unpack],
    });
    Object.assign(created.weights, weights);
    created.probe = {
      loop: session.probe(probe?.loop),
      frame: session.frameProbe(probe?.frame),
      span: probe?.span ?? ((_, call) => call()),
    };
    const game: Game = {
      ...created,
      update: session.costed('update', created.update),
      draw: session.costed('draw', created.draw),
    };
    const hold = session.input('held keys', (keys: number) => {
      held = keys;
      keysChanged();
    });
    const tune = session.input('weight', ([name, value]: readonly [keyof ImportanceWeights, number]) => {
      if (weights === undefined) game.weights[name] = value;
    });
    const stutter = session.input('stutter', () => (mustStutter = true));
    session.state(() => hashWorld(world));
    const stop = start(game, session.host(platform), (changed) => {
      keysChanged = changed;
      return () => (keysChanged = () => {});
    });
    return {
      world,
      updates: game.updates,
      weights: game.weights,
      hold,
      tune: (name, value) => tune([name, value]),
      stutter: () => stutter(undefined),
      redraw: (time) => created.draw(1, time),
      hash: () => hashWorld(world),
      stop: () => {
        stop();
        const bytes = tape.finish();
        commit(world, tickLength);
        return { tape: bytes, hash: hashWorld(world) };
      },
    };
  };
}

function computeTextures(): Uint8Array {
  return new Uint8Array(texturesSize).map((_, i) => 256 * chance(1, i, 0));
}
