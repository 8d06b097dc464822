import { checkCallback } from '@doha/loop/options';
import type { Followed, Follower } from '../recording/follower.ts';
import { guardedFollower } from '../recording/guarded-follower.ts';
import type { Recording } from '../recording/recording.ts';
import { checkedSignal, checkedTrigger, checkParameter, type Optional } from './checks.ts';
import { messageOf } from './message-of.ts';
import { OverlayModel } from './overlay-model.ts';
import { checkText, checkView, type CompleteOptions, type ViewName } from './overlay-options.ts';
import { OwnCost } from './own-cost.ts';
import { onToggleKey } from './panel/own-keys.ts';
import { Panel } from './panel/panel.ts';
import { keepState, readState, type RememberedState } from './panel/remembered-state.ts';
import { statusText } from './panel/status-text.ts';
import type { View } from './panel/view.ts';
import { viewsOf } from './panel/views.ts';
import { Action } from './parameters/action.ts';
import { Parameter, type ParameterOptions, type ParameterValue } from './parameters/parameter.ts';
import { LatestRecording } from './record/latest-recording.ts';
import type { SignalSettings } from './signals/signal.ts';
import type { TriggerSettings } from './signals/trigger.ts';

/** Time in ms between two status lines. */
const statusPeriod = 500;
/** Least time in ms between two drawings for users who prefer reduced motion. */
const calmPeriod = 1000;

const sessionStorageOf = (): globalThis.Storage => sessionStorage;

/** An overlay of a page, see `showOverlay`. While it is hidden, it reads no records and has no timers. */
export class Overlay {
  #followed: Followed;
  #options: CompleteOptions;
  #model: OverlayModel;
  #latest: LatestRecording;
  #panel: Panel;
  #views: Readonly<Record<ViewName, View>>;
  #state: RememberedState;
  #cost: OwnCost = new OwnCost(performance.now());
  #calm: MediaQueryList = matchMedia('(prefers-reduced-motion: reduce)');
  #follower: Follower | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #frame = 0;
  #drawnAt = -Infinity;
  #statusAt = -Infinity;
  #isDisposed = false;
  #endKey: (() => void) | undefined;

  /** @internal */
  constructor(followed: Followed, options: CompleteOptions) {
    this.#followed = followed;
    this.#options = options;
    this.#state = {
      view: options.view,
      isShown: options.isShown,
      ...readState(options.name, sessionStorageOf),
    };
    this.#model = new OverlayModel(options, performance.now(), followed.ownThread?.name);
    this.#latest = new LatestRecording(followed);
    const { left, top } = this.#state;
    this.#panel = new Panel(
      options.name,
      {
        choose: (view) => this.#choose(view),
        close: () => this.hide(),
        freeze: (isFrozen) => (isFrozen ? this.freeze() : this.resume()),
        moved: (to) => this.#remember(to),
      },
      left === undefined || top === undefined ? undefined : { left, top },
    );
    this.#views = viewsOf({
      model: this.#model,
      latest: this.#latest,
      canvas: this.#panel.canvas,
      options,
      redraw: () => this.#draw(),
    });
    this.#choose(this.view);
    if (this.#state.isShown === true) this.show();
    if (options.key !== null) this.#endKey = onToggleKey(options.key, () => this.#toggleByKey());
  }

  /** Whether the overlay is visible. */
  get isShown(): boolean {
    return this.#follower !== undefined;
  }

  /** The view that is open. */
  get view(): ViewName {
    return this.#state.view!;
  }

  /** Opens a view. Throws a RangeError if there is no view of this name. */
  set view(view: ViewName) {
    checkView('view', view);
    this.#choose(view);
  }

  /** The time that the overlay takes, in ms per second. Drawing by the browser is not included. */
  get cost(): number {
    return this.#cost.perSecond;
  }

  /** Makes the overlay visible. Has no effect after `dispose`. Throws the error of the recorder or collector if it cannot be followed. */
  show(): void {
    if (!this.isShown && !this.#isDisposed) this.#attach(this.#follow());
  }

  #follow(): Follower {
    const { reader } = this.#model;
    reader.error = undefined;
    return guardedFollower(this.#followed, (error) => (reader.error = messageOf(error)));
  }

  #attach(follower: Follower): void {
    this.#follower = follower;
    this.#model.interrupt();
    this.#cost = new OwnCost(performance.now());
    this.#statusAt = -Infinity;
    this.#panel.attach();
    this.#timer = setInterval(() => this.#sample(), 1000 / this.#options.rate);
    this.#frame = requestAnimationFrame((time) => this.#countFrame(time));
    this.#remember({ isShown: true });
    this.#draw();
  }

  /** Hides the overlay. */
  hide(): void {
    if (!this.isShown) return;
    clearInterval(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#follower = undefined;
    this.#panel.detach();
    this.#remember({ isShown: false });
  }

  /** Shows the overlay if it is hidden, and hides it otherwise. */
  toggle(): void {
    if (this.isShown) this.hide();
    else this.show();
  }

  /** An error of the recorder or collector, which the application could not catch here, is shown in the status line. */
  #toggleByKey(): void {
    try {
      this.toggle();
    } catch (error) {
      this.#model.reader.error = messageOf(error);
      this.#attach({ take: () => [] });
    }
  }

  /**
   * Adds a signal: `read` is called for each sample and returns a finite number. If it fails, the overlay shows the error, and calls it again when the user
   * asks for it. Returns a function that removes the signal. Throws a TypeError or RangeError if an argument is invalid.
   */
  sample(name: string, read: () => number, settings: Optional<SignalSettings> = {}): () => void {
    checkText('sample: name', name);
    checkCallback(`sample: the function of ${name}`, read);
    return this.#model.signals.sample(name, read, checkedSignal(`sample ${name}`, settings));
  }

  /**
   * Changes the way in which a signal is shown, such as one that the application records with `recorder.signal`. It may appear later. Throws a TypeError or
   * RangeError if an argument is invalid.
   */
  signal(name: string, settings: Optional<SignalSettings>): void {
    checkText('signal: name', name);
    this.#model.signals.configure(name, checkedSignal(`signal ${name}`, settings));
  }

  /**
   * Adds a writable parameter: a number, a choice of `options`, or a boolean. Returns a function that removes it. Throws a TypeError or RangeError if an
   * argument is invalid.
   */
  parameter<Value extends ParameterValue>(name: string, options: ParameterOptions<Value>): () => void {
    const given = options as unknown as ParameterOptions<ParameterValue>;
    checkParameter(name, given);
    return this.#model.parameters.add(new Parameter(name, { ...given }));
  }

  /**
   * Adds a button to the view of the parameters. If `act` throws, or returns a promise that rejects, the overlay shows the message. Replaces an action of the
   * same name. Returns a function that removes the button. Throws a TypeError if an argument is invalid.
   */
  action(name: string, act: () => unknown): () => void {
    checkText('action: name', name);
    checkCallback(`action: the function of ${name}`, act);
    return this.#model.actions.add(new Action(name, act));
  }

  /**
   * Takes a recording of the newest events, which the view Record shows instead of the last one. Rejects with the error of the recorder or collector. Calls
   * that come before the recording is complete have the same result.
   */
  takeRecording(): Promise<Recording> {
    return this.#latest.take();
  }

  /** Sets the trigger, and arms it. Throws a TypeError or RangeError if a setting is invalid. */
  trigger(settings: Optional<TriggerSettings>): void {
    this.#model.trigger.set(checkedTrigger(settings));
    this.resume();
  }

  /** Freezes the display, so that the user can scroll through the history. New records are not shown. */
  freeze(): void {
    this.#model.freeze();
    this.#draw();
  }

  /** Ends `freeze`. */
  resume(): void {
    this.#model.resume();
    this.#draw();
  }

  /** Removes the overlay and its listeners. */
  dispose(): void {
    const { isShown } = this.#state;
    this.hide();
    this.#remember({ isShown: isShown ?? true }); // the next visit shows it again
    this.#isDisposed = true;
    this.#endKey?.();
  }

  /** Calls {@link dispose}. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #sample(): void {
    const start = performance.now();
    try {
      if (this.#model.sample(this.#follower!, start)) this.#latest.take(this.#model.crossing).catch(() => {}); // the view shows the error
      if (!document.hidden && start - this.#drawnAt >= this.#drawPeriod) this.#draw(start);
    } finally {
      this.#cost.add(start, performance.now());
    }
  }

  /** Timers are up to some ms early or late, so that a period is over a little earlier. */
  get #drawPeriod(): number {
    const { interval } = this.#views[this.view];
    return Math.max(interval, this.#calm.matches ? calmPeriod : 0) - 20;
  }

  #draw(now: number = performance.now()): void {
    if (!this.isShown) return;
    this.#drawnAt = now;
    this.#panel.showFrozen(this.#model);
    this.#panel.draw();
    if (now - this.#statusAt < statusPeriod) return;
    this.#statusAt = now;
    this.#panel.showStatus(statusText(this.#model, this.#cost, this.#latest));
  }

  #countFrame(time: number): void {
    this.#frame = requestAnimationFrame((next) => this.#countFrame(next));
    if (!this.#model.isFrozen) this.#model.builtIn.frame(time);
  }

  #choose(view: ViewName): void {
    this.#remember({ view });
    this.#panel.choose(view, this.#views[view]);
    this.#draw();
  }

  #remember(changed: RememberedState): void {
    this.#state = { ...this.#state, ...changed };
    keepState(this.#options.name, this.#state, sessionStorageOf);
  }
}
