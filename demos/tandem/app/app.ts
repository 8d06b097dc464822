import { element } from '../../lib/element.ts';
import { messageOf } from '../../lib/message-of.ts';
import { fitCanvases } from '../draw/fit-canvases.ts';
import type { Version } from '../game/game.ts';
import type { GameEvent } from '../game/game-event.ts';
import { catalog } from '../game/levels/catalog.ts';
import { controlsOf } from '../input/controls.ts';
import { type Device, watchDevice } from '../input/current-device.ts';
import { Devices } from '../input/devices.ts';
import { connectedPads } from '../input/gamepads.ts';
import { loopChangeText } from '../versions/measured-loop.ts';
import type { VersionName } from '../versions/names.ts';
import { Audio } from './audio.ts';
import { bindGameKeys } from './controls/bind-game-keys.ts';
import { bindGamepads } from './controls/bind-gamepads.ts';
import { TouchControls } from './controls/touch-controls.ts';
import { nextLevel } from './level-list/level-list.ts';
import { LazyMonitor, type LoadMonitor } from './monitor/lazy-monitor.ts';
import { GameDisplay } from './panels/game-display.ts';
import { Notice } from './panels/notice.ts';
import { CurrentLevel, type OpenedLevel } from './play/current-level.ts';
import type { LevelPlay } from './play/level-play.ts';
import { type Playable, playableFromAddress, playableOf, withoutReplay } from './play/playable.ts';
import { fillScreen } from './screens/fill-screen.ts';
import { LevelEnd } from './screens/level-end.ts';
import { type ScreenName, Screens } from './screens/screens.ts';
import { bindSettings } from './settings/bind-settings.ts';
import { bindSharing } from './sharing/bind-sharing.ts';
import { ActivePreferences } from './store/active-preferences.ts';
import type { Preferences } from './store/preferences.ts';
import { Progress } from './store/progress.ts';
import { openStore } from './store/store.ts';

/** Milliseconds for which a notice about the loop is shown. */
const noticePeriod = 10_000;

/** The page of the game: its screens and levels, and the data that is kept between visits. */
export class App {
  #stage = element('stage', HTMLCanvasElement);
  #store = openStore();
  #progress = new Progress(this.#store);
  #preferences: ActivePreferences;
  #screens = new Screens((shown) => this.#screenChanged(shown));
  #touch = new TouchControls({
    swap: () => this.#devices.steering.swap(),
    pause: () => this.#pause(),
  });
  #devices: Devices;
  #device: Device = 'keyboard';
  #level: CurrentLevel;
  #audio = new Audio();
  #monitor: LazyMonitor | undefined;
  #notice = new Notice(element('notice', HTMLElement));
  #display: GameDisplay;
  #end = new LevelEnd({
    current: () => this.#level,
    notice: this.#notice,
    progress: this.#progress,
    screens: this.#screens,
  });
  #showSettings: (preferences: Preferences) => void;

  /**
   * `requested`: preferences in the address. Each overrides the preference of the player until the
   * player changes it. `loadMonitor`: loads the overlay of the key O; without it there is none.
   */
  constructor(
    versions: Readonly<Record<VersionName, Version>>,
    requested: Partial<Preferences> = {},
    loadMonitor?: LoadMonitor,
  ) {
    if (loadMonitor !== undefined) this.#monitor = new LazyMonitor(loadMonitor);
    this.#preferences = new ActivePreferences(this.#store, requested, (changes) =>
      this.#preferencesChanged(changes),
    );
    this.#showSettings = bindSettings((changes) => this.#preferences.change(changes));
    this.#devices = new Devices({
      area: this.#stage,
      bindings: this.#preferences.values.bindings,
      show: (thumbs) => this.#touch.show(thumbs),
      changed: () => this.#handsChanged(),
    });
    this.#level = new CurrentLevel({
      versions,
      canvas: this.#stage,
      devices: this.#devices,
      // A loop in the address is the one to be tested or measured, so it stays.
      preferredLoop: () => ({
        version: this.#preferences.values.version,
        isFixed: this.#preferences.isRequested('version'),
      }),
      onEvent: (event, level) => this.#onEvent(event, level),
      playNote: (seed) => this.#audio.playNote(seed),
      replayEnded: (isTrue, level) => this.#end.replayEnded(isTrue, level),
      loopChanged: (change) => this.#notice.showFor(noticePeriod, loopChangeText(change)),
    });
    this.#display = new GameDisplay(this.#level, this.#devices.steering);
  }

  /** The level that is being played or watched; for tests and the console. */
  get play(): LevelPlay | undefined {
    return this.#level.play;
  }

  /** Opens the level or replay of the address, or the menu. */
  async open(): Promise<void> {
    fitCanvases(this.#stage);
    this.#stage.addEventListener('fitted', () => this.play?.redraw());
    this.#bindControls();
    document.addEventListener('visibilitychange', () => {
      if (document.hidden && this.#screens.shown === undefined) this.#pause();
    });
    addEventListener('hashchange', () => void this.#openAddress());
    this.#display.start();
    watchDevice((device) => {
      this.#device = device;
      this.#applyPreferences();
    });
    this.#preferences.change({});
    await this.#openAddress();
  }

  #bindControls(): void {
    const bind = (id: string, act: () => void): void =>
      element(id, HTMLButtonElement).addEventListener('click', act);
    bind('menu-play', () => this.#playLevel(this.#nextLevel));
    bind('resume', () => this.#screens.replace(undefined));
    bind('restart', () => this.#restart());
    bind('again', () => this.#restart());
    bind('watch', () => this.#watch());
    bind('open-monitor', () => this.#toggleMonitor());
    bind('next-level', () => this.#playLevel((this.#level.opened?.playable.index ?? -1) + 1));
    bindSharing({
      finished: () => this.#level.finished,
      open: (given) => this.#play(given),
      notice: this.#notice,
    });
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => this.#audio.wake());
    bindGameKeys({
      pause: () => this.#leave(),
      monitor: () => this.#toggleMonitor(),
      mute: () => this.#preferences.toggle('isMuted'),
      figures: () => this.#preferences.toggle('showsFigures'),
    });
    bindGamepads({
      screens: this.#screens,
      steering: this.#devices.steering,
      leave: () => this.#leave(),
      lost: () => this.#gamepadLost(),
    });
  }

  async #openAddress(): Promise<void> {
    let problem = '';
    try {
      const given = await playableFromAddress(location);
      if (given !== undefined) this.#play(given);
    } catch (error) {
      problem = messageOf(error);
    }
    if (this.play === undefined) {
      this.#prepare(playableOf(this.#nextLevel));
      this.#screens.replace('menu');
    }
    this.#notice.show(problem);
  }

  /** Index of the level that the menu offers. */
  get #nextLevel(): number {
    return nextLevel(catalog, this.#progress);
  }

  #playLevel(index: number): void {
    this.#play(playableOf(index));
  }

  #restart(): void {
    this.#play(withoutReplay(this.#level.opened!.playable));
  }

  #watch(): void {
    const { play, playable } = this.#level.opened!;
    if (play.run !== undefined) this.#play({ ...playable, replay: play.run });
  }

  /** Plays a level, or shows a replay. If it is invalid, throws a LevelError and changes nothing. */
  #play(given: Playable): void {
    this.#prepare(given);
    this.#screens.replace(undefined);
  }

  /** Puts a level or replay on the stage, paused. If it is invalid, throws a LevelError and changes nothing. */
  #prepare(given: Playable): void {
    const opened = this.#level.open(given, this.#preferences.values.shake);
    this.#applyPreferences();
    this.#monitor?.attach(opened.play);
    this.#display.introduce(opened);
    opened.play.redraw();
  }

  #pause(): void {
    if (this.play?.isOver !== true) this.#screens.replace('paused');
  }

  #gamepadLost(): void {
    if (this.#screens.shown !== undefined) return;
    this.#pause();
    this.#notice.show('The gamepad is disconnected. Connect it again, or go on with the keys.');
  }

  /** Escape leads from the game to the pause screen, from there to the game, and from any other screen back. */
  #leave(): void {
    const { shown } = this.#screens;
    if (shown === undefined) this.#pause();
    else if (shown === 'paused') this.#screens.replace(undefined);
    else this.#screens.back();
  }

  // The game is paused while a screen is shown.
  #screenChanged(shown: ScreenName | undefined): void {
    this.#devices.releaseAll();
    this.#notice.show('');
    const isGame = shown === undefined;
    fillScreen(shown, {
      bindings: this.#preferences.values.bindings,
      progress: this.#progress,
      play: (index) => this.#playLevel(index),
    });
    const { play } = this;
    if (play !== undefined) play.texts.isOn = isGame;
    this.#display.screenChanged(isGame);
    if (play === undefined) return;
    if (isGame) this.#level.start();
    else {
      play.pause();
      play.redraw();
    }
  }

  #handsChanged(): void {
    const { hands, steersOne } = this.#devices.steering;
    this.#touch.hands = hands;
    if (steersOne !== this.#preferences.values.steersOne) this.#preferences.change({ steersOne });
    else this.#applyPreferences();
  }

  #preferencesChanged(changes: Partial<Preferences>): void {
    const { values } = this.#preferences;
    if ('version' in changes) this.#level.forgetFrameRates();
    this.#audio.set(values);
    this.#devices.bind(values.bindings);
    this.#devices.steering.steersOne = values.steersOne;
    this.#display.showsFigures = values.showsFigures;
    this.#applyPreferences();
    this.#showSettings(values);
  }

  /** Applies preferences and devices to the level. */
  #applyPreferences(): void {
    const { play } = this;
    if (play === undefined) return;
    const { balances, bindings, shake, showsFigures } = this.#preferences.values;
    play.effects.strength = shake;
    play.showsOwners = showsFigures;
    play.balances = balances;
    play.texts.controls = controlsOf({
      device: this.#device,
      bindings,
      hands: this.#devices.steering.hands,
      pads: connectedPads().length,
    });
  }

  #onEvent(event: GameEvent, level: OpenedLevel): void {
    this.#audio.hear(event, level.play.world);
    if (event.name === 'win') this.#end.won(level);
  }

  #toggleMonitor(): void {
    this.#monitor?.toggle().catch((error: unknown) => this.#notice.show(messageOf(error)));
  }
}
