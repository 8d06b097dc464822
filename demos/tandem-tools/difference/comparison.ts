import { LiveShow } from './live-show.ts';
import { LoopView } from './loop-view.ts';
import { type Held, type RecordOptions, type Shown, shown } from './messages.ts';
import { RecordedShow } from './recorded-show.ts';

/** Both loops recorded one after the other, both live, or one live. */
export type Mode = 'recorded' | 'both' | Shown;

export interface ComparisonOptions {
  /** The comparison that the page shows unless the visitor runs one loop alone. */
  readonly together: 'recorded' | 'both';
  readonly enemies: number;
  readonly record: RecordOptions;
  /** The figures of live games cover their last `window` ms. */
  readonly window: number;
  /** Called after each change of the state. */
  readonly changed: () => void;
}

/** Shows both loops as the visitor wishes. It starts when both workers have loaded. */
export class Comparison {
  readonly views: Readonly<Record<Shown, LoopView>>;
  #options: ComparisonOptions;
  #enemies: number;
  #mode: Mode;
  #recorded: RecordedShow;
  #show: RecordedShow | LiveShow;
  #isStopped = false; // by the visitor
  #isReady = false;
  #isRunning = false;

  constructor(options: ComparisonOptions) {
    const { enemies } = options;
    const view = (version: Shown): LoopView =>
      new LoopView({ version, enemies, alone: () => this.run(version) });
    this.views = { monolithic: view('monolithic'), adaptive: view('adaptive') };
    this.#options = options;
    this.#enemies = enemies;
    this.#mode = options.together;
    this.#recorded = this.#newRecordedShow();
    this.#show = this.#recorded;
    this.#choose(options.together);
    document.addEventListener('visibilitychange', () => this.#go());
    void this.#startWhenReady();
  }

  get mode(): Mode {
    return this.#mode;
  }

  get enemies(): number {
    return this.#enemies;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Whether the visitor steers the robots. */
  get isSteered(): boolean {
    return this.#show instanceof LiveShow && this.#show.isSteered;
  }

  /** See `RecordedShow`. */
  get recorded(): RecordedShow {
    return this.#recorded;
  }

  /** The loop that is being recorded. Meanwhile the comparison cannot be stopped, and keys have no effect. */
  get recording(): Shown | undefined {
    return this.#mode === 'recorded' ? this.#recorded.next : undefined;
  }

  /** Runs one loop live, or both as at the beginning. Recordings are kept. */
  run(mode: Shown | 'together'): void {
    this.#pause();
    this.#isStopped = false;
    this.#choose(mode === 'together' ? this.#options.together : mode);
    this.#go();
  }

  /** Records both loops again, or begins both games again. */
  repeat(): void {
    this.#pause();
    this.#recorded = this.#newRecordedShow();
    this.run('together');
  }

  /** Changes the number of enemies. All games begin again, and recordings are discarded. */
  setEnemies(enemies: number): void {
    this.#pause();
    this.#enemies = enemies;
    this.#recorded = this.#newRecordedShow();
    this.#choose(this.#mode);
    this.#go();
  }

  /** Stops or continues. */
  toggle(): void {
    this.#isStopped = !this.#isStopped && this.recording === undefined;
    this.#go();
  }

  /** Lets the visitor steer. Returns false if no live game runs. */
  steer(held: Held, timeStamp: number): boolean {
    if (!(this.#show instanceof LiveShow)) return false;
    const wasSteered = this.isSteered;
    const hasEffect = this.#show.steer(held, timeStamp);
    if (this.isSteered !== wasSteered) this.#options.changed();
    return hasEffect;
  }

  /** Lets the robots follow the recorded keys again. */
  letRobotsPlay(): void {
    if (this.#show instanceof LiveShow) this.#show.letRobotsPlay();
    this.#options.changed();
  }

  async #startWhenReady(): Promise<void> {
    const loaded = await Promise.allSettled(shown.map((version) => this.views[version].ready));
    // A view whose worker has failed shows the reason. Neither loop starts then: one alone would be no comparison.
    this.#isReady = loaded.every(({ status }) => status === 'fulfilled');
    this.#go();
  }

  /** Starts, continues or pauses, as the state requires. */
  #go(): void {
    const runs = this.#isReady && !this.#isStopped && !document.hidden;
    if (runs === this.#isRunning) return this.#options.changed();
    if (!runs) this.#pause();
    else {
      this.#isRunning = true;
      this.#show.resume();
    }
    this.#options.changed();
  }

  #pause(): void {
    if (this.#isRunning) this.#show.pause();
    this.#isRunning = false;
  }

  #choose(mode: Mode): void {
    this.#mode = mode;
    const live = shown.filter((version) => mode === 'both' || mode === version);
    this.#show =
      mode === 'recorded'
        ? this.#recorded
        : new LiveShow(
            live.map((version) => this.views[version]),
            { enemies: this.#enemies, window: this.#options.window },
          );
    for (const version of shown) this.views[version].isChosen = mode === version;
  }

  #newRecordedShow(): RecordedShow {
    const { record, changed } = this.#options;
    return new RecordedShow({ views: this.views, enemies: this.#enemies, record, changed });
  }
}
