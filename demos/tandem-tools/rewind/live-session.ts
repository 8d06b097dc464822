import { MemoryLog, RecordedSession } from '@doha/monitor/replay';
import { selectEvents } from '@doha/monitor/query';
import type { GameMonitor } from '../../tandem/app/monitor/game-monitor.ts';
import { levelOf } from '../../tandem/game/levels/catalog.ts';
import { joinHeld } from '../../tandem/world/robot/keys.ts';
import type { Steering } from '../../tandem/input/steering.ts';
import { tandemProgram, type TandemSession } from '../session/tandem-program.ts';
import type { RecordedPlay } from './session-file.ts';
import type { Stage } from './stage.ts';

/** A level that is played and recorded. */
export class LiveSession {
  readonly game: TandemSession;
  #log = new MemoryLog();
  #session: RecordedSession;
  #monitor: GameMonitor;
  #level: Pick<RecordedPlay, 'source' | 'seed'>;
  #start = performance.now();
  #held = 0;

  /** Starts the level. */
  constructor(level: Pick<RecordedPlay, 'source' | 'seed'>, stage: Stage, monitor: GameMonitor) {
    const { seed, source } = level;
    this.#level = level;
    this.#monitor = monitor;
    this.#session = new RecordedSession({ sink: this.#log, seed });
    const program = tandemProgram({
      level: levelOf(source),
      seed,
      scene: (world) => stage.sceneOf(world),
      probe: monitor.probe,
    });
    this.game = program(this.#session);
    monitor.attach(this.game);
  }

  /** Time in ms since the start. */
  get time(): number {
    return performance.now() - this.#start;
  }

  /** Passes the held keys to the game if they have changed. */
  steer(steering: Steering): void {
    const held = joinHeld([steering.heldFor(0), steering.heldFor(1)]);
    if (held !== this.#held) this.game.hold(held);
    this.#held = held;
  }

  /** Ends the session, and returns it. */
  end(): RecordedPlay {
    const [start, duration] = [this.#start, this.time];
    this.#session.end();
    this.game.stop();
    this.#monitor.detach();
    const recording = selectEvents(this.#monitor.recorder.recording(), { from: start });
    return { ...this.#level, start, duration, log: this.#log.chunks, recording };
  }
}
