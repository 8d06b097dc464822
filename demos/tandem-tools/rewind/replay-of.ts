import { Replay } from '@doha/monitor/replay';
import { levelOf } from '../../tandem/game/levels/catalog.ts';
import { tandemProgram, type TandemProgramOptions, type TandemSession } from '../session/tandem-program.ts';
import type { RecordedPlay } from './session-file.ts';

/** Longest time in ms from the beginning of a session to the last reading of the clock at the start of the game. */
const maxStart = 10_000;

/** Starts the replay of a session. Throws an Error, and creates no scene, if the session is invalid. `scene`: as in `tandemProgram`. */
export function replayOf(
  { log, seed, source, start }: RecordedPlay,
  scene?: TandemProgramOptions['scene'],
): Replay<TandemSession> {
  const level = levelOf(source);
  const trial = new Replay(log, tandemProgram({ level, seed }));
  const { time } = trial;
  trial.dispose();
  if (time < start || time > start + maxStart)
    throw new Error('This recording cannot be replayed: its times are wrong.');
  return new Replay(log, tandemProgram({ level, seed, ...(scene !== undefined && { scene }) }));
}
