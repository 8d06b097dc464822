import { VirtualHost } from '@doha/loop/virtual';
import { Recorder } from '@doha/monitor';
import { MemoryLog, RecordedSession } from '@doha/monitor/replay';
import { catalog, levelOf } from '../../tandem/game/levels/catalog.ts';
import { tandemProgram, type TandemSession } from '../session/tandem-program.ts';
import type { RecordedPlay } from './session-file.ts';

/** Records 400 ms of a level of the game, on simulated time. `act`: called in the middle. `level`: index of the level. */
export function recordedPlay(act: (game: TandemSession, host: VirtualHost) => void, level = 0): RecordedPlay {
  const { seed, source } = catalog.at(level)!;
  const host = new VirtualHost();
  const recorder = new Recorder({ clock: host });
  const sink = new MemoryLog();
  const session = new RecordedSession({ sink, seed });
  const program = tandemProgram({
    level: levelOf(source),
    seed,
    platform: host,
    probe: {
      loop: recorder.loop(),
      frame: recorder.frame(),
      span: (name, call) => recorder.span(name, call),
    },
    updating: () => host.spend(0.05),
  });
  const game = program(session);
  game.hold(2);
  host.advanceTo(200);
  act(game, host);
  host.advanceTo(400);
  session.end();
  game.stop();
  return { source, seed, start: 0, duration: 400, log: sink.chunks, recording: recorder.recording() };
}
