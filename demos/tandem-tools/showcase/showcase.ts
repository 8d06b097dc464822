import { fitCanvases } from '../../tandem/draw/fit-canvases.ts';
import { start as adaptive } from '../../tandem/versions/adaptive.ts';
import { start as monolithic } from '../../tandem/versions/monolithic.ts';
import { calibrate } from '../tunnel/calibrate.ts';
import { Play, rendererOf } from '../tunnel/play.ts';
import { loads, readSettings } from '../tunnel/settings.ts';
import type { Canvases } from '../tunnel/tunnel-renderer.ts';
import { LatencyMeter } from './latency-meter.ts';

/** The name of a loop of the showcase: the usual one or that of DOHA. */
export type LoopName = 'monolithic' | 'adaptive';

/** The tunnel with two loops that can be exchanged while it runs. */
export class Showcase {
  readonly meter = new LatencyMeter();
  #play: Play;
  #capacity: number;
  #stopInputs: (() => void) | undefined;

  /** Measures the machine, which takes about two seconds, and creates a paused showcase. */
  static async open(canvases: Canvases): Promise<Showcase> {
    fitCanvases(canvases.stage, canvases.strip);
    const { seed } = settings;
    const { hard } = await calibrate({ seed, show: (world) => rendererOf(world, true, canvases) });
    return new Showcase(canvases, hard / loads.hard);
  }

  /** `capacity`: the number of enemies whose updates take all time of one core. */
  private constructor(canvases: Canvases, capacity: number) {
    this.#capacity = capacity;
    this.#play = new Play({ monolithic, adaptive }, canvases, settings, this.#enemiesAt(loads.hard));
    canvases.stage.addEventListener('fitted', () => this.#play.redraw());
  }

  get loop(): LoopName {
    return this.#play.version as LoopName;
  }

  set loop(name: LoopName) {
    this.#play.setVersion(name);
    this.meter.reset();
  }

  get enemies(): number {
    return this.#play.world.enemies.length;
  }

  /** Changes the number of enemies. `load`: the time that their updates would take, as a multiple of the available time. */
  setLoad(load: number): void {
    this.#play.setEnemies(this.#enemiesAt(load));
    this.meter.reset();
  }

  start(): void {
    if (this.#play.isRunning) return;
    this.#stopInputs = this.meter.sendInputs();
    this.meter.reset();
    this.#play.start(this.meter);
  }

  pause(): void {
    this.#play.pause();
    this.#stopInputs?.();
  }

  /** Draws the paused showcase. */
  redraw(): void {
    this.#play.redraw();
  }

  #enemiesAt(load: number): number {
    return Math.max(1, Math.round(this.#capacity * load));
  }
}

const settings = readSettings('?version=adaptive&load=hard');
