import type { Host } from '@doha/loop';
import type { Program } from '@doha/monitor/replay';
import { createGame, type Game } from '../../tandem/game/game.ts';
import { Tape } from '../../tandem/game/replay/tape.ts';
import { start } from '../../tandem/versions/adaptive.ts';
import { hashWorld } from '../../tandem/world/hash-world.ts';
import type { Level } from '../../tandem/world/level.ts';
import { heldBy } from '../../tandem/world/robot/keys.ts';
import { commit, createWorld, tickLength, type World } from '../../tandem/world/world.ts';

/** Tandem as a program for recordings and replays. */
export interface TandemSession {
  readonly world: World;
  /** To be called when the held keys change. See `joinHeld`. */
  readonly hold: (keys: number) => void;
  /** Hash of the world as it is. */
  readonly hash: () => number;
  /** Stops the game, and returns its tape, and the hash after the commit of the last step: the data of a `Run`. */
  readonly stop: () => { readonly tape: Uint8Array; readonly hash: number };
}

/** Options of {@link tandemProgram}. */
export interface TandemProgramOptions {
  readonly level: Level;
  readonly seed: number;
  /** The platform of a recording. Default: the calling thread. */
  readonly platform?: Host;
  readonly draw?: Game['draw'];
  /** Called before each update of an enemy. */
  readonly updating?: () => void;
}

/** Returns a program that plays a level with DOHA's loop in one thread. Its inputs are the held keys. */
export function tandemProgram({
  draw,
  level,
  platform,
  seed,
  updating,
}: TandemProgramOptions): Program<TandemSession> {
  return (session) => {
    const world = createWorld(level, seed);
    const tape = new Tape(world);
    let held = 0;
    let keysChanged = (): void => {};
    const observer = {
      stepped: () => {},
      updated: (entity: Parameters<Tape['updated']>[0], _: number, steps: number) => {
        updating?.();
        tape.updated(entity, steps);
      },
      drawn: () => {},
      worked: () => {},
    };
    const game = createGame(world, {
      observers: [observer],
      steer: () => {
        for (const [i, robot] of world.robots.entries()) robot.held = heldBy(held, i);
        tape.begin();
      },
    });
    const hold = session.input('held keys', (keys: number) => {
      held = keys;
      keysChanged();
    });
    session.state(() => hashWorld(world));
    const stop = start(draw === undefined ? game : { ...game, draw }, session.host(platform), (changed) => {
      keysChanged = changed;
      return () => (keysChanged = () => {});
    });
    return {
      world,
      hold,
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
