import { element } from '../../lib/element.ts';
import type { GameEvent } from '../game/game-event.ts';
import { onFile, saveFile } from './sharing/files.ts';
import { fitCanvases } from '../draw/fit-canvases.ts';
import type { Version } from '../game/game.ts';
import { Hud } from './hud/hud.ts';
import { controlsOf } from '../input/controls.ts';
import { type Device, padCount, watchDevice } from '../input/current-device.ts';
import { Devices } from '../input/devices.ts';
import { gameCommandOf } from '../input/game-keys.ts';
import { SteeringLesson } from '../input/steering-lesson.ts';
import { buildLevel } from '../game/levels/build-level.ts';
import { catalog, type CatalogEntry } from '../game/levels/catalog.ts';
import { type LevelText, readLevelText } from '../game/levels/level-text.ts';
import { messageOf } from '../../lib/message-of.ts';
import { packRun, type Run } from '../game/replay/run.ts';
import type { LoopChange } from '../versions/loop-choice.ts';
import type { VersionName } from '../versions/names.ts';
import { Audio } from './audio.ts';
import { refreshBar } from './panels/bar.ts';
import {
  type Playable,
  playableFromAddress,
  playableFromFile,
  playableOf,
  shareRun,
} from './play/playable.ts';
import { fillHelp } from './screens/help.ts';
import { fillLevelList, floodsOf, nextLevel } from './level-list/level-list.ts';
import { LazyMonitor, type LoadMonitor } from './monitor/lazy-monitor.ts';
import { LevelPlay } from './play/level-play.ts';
import { keepPreferences, type Preferences, readPreferences } from './store/preferences.ts';
import { Notice } from './panels/notice.ts';
import { Panels } from './panels/panels.ts';
import { openStore, Progress } from './store/progress.ts';
import { type ScreenName, Screens } from './screens/screens.ts';
import { MeasuredLoop, textOf } from '../versions/measured-loop.ts';
import { bindSettings } from './settings/bind-settings.ts';
import { bindGamepads } from './controls/bind-gamepads.ts';
import { TouchControls } from './controls/touch-controls.ts';
import { fillWinScreen } from './screens/win-screen.ts';

/** Milliseconds between two updates of the figures. */
const figuresPeriod = 500;
/** Milliseconds between two updates of the bar above the game. */
const barPeriod = 100;
/** Milliseconds for which a notice about the loop is shown. */
const noticePeriod = 10_000;
/** Milliseconds from the win to the screen that reports it. */
const cheer = 1100;

/** The page of the game: its screens and levels, and the data that is kept between visits. */
export class App {
  #versions: Readonly<Record<VersionName, Version>>;
  #stage = element('stage', HTMLCanvasElement);
  #store = openStore();
  #preferences: Preferences = readPreferences(this.#store);
  #requested: Partial<Preferences>;
  #progress = new Progress(this.#store);
  #screens = new Screens((shown) => this.#screenChanged(shown));
  #touch = new TouchControls({
    swap: () => this.#devices.steering.swap(),
    pause: () => this.#pause(),
  });
  #devices = new Devices({
    area: this.#stage,
    bindings: this.#preferences.bindings,
    show: (thumbs) => this.#touch.show(thumbs),
    changed: () => this.#handsChanged(),
  });
  #audio = new Audio();
  #monitor: LazyMonitor | undefined;
  #hud = new Hud(element('hud', HTMLElement));
  #notice = new Notice(element('notice', HTMLElement));
  #panels = new Panels();
  #lesson = new SteeringLesson();
  #device: Device = 'keyboard';
  #showSettings: (preferences: Preferences) => void;
  #playable: Playable | undefined;
  #text: LevelText | undefined;
  #play: LevelPlay | undefined;
  #loop = new MeasuredLoop({
    restart: () => this.#play?.isRunning === true && this.#start(this.#play),
    changed: (change) => this.#loopChanged(change),
  });

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
    this.#versions = versions;
    this.#requested = requested;
    this.#showSettings = bindSettings((changed) => {
      if ('version' in changed) this.#loop.reset();
      const changes = (name: string): boolean => name in changed;
      this.#requested = Object.fromEntries(
        Object.entries(this.#requested).filter(([name]) => !changes(name)),
      );
      this.#prefer({ ...this.#preferences, ...changed });
    });
  }

  /** The level that is being played or watched; for tests and the console. */
  get play(): LevelPlay | undefined {
    return this.#play;
  }

  /** Opens the level or replay of the address, or the menu. */
  async open(): Promise<void> {
    fitCanvases(this.#stage);
    this.#stage.addEventListener('fitted', () => this.#play?.redraw());
    this.#bindButtons();
    addEventListener('keydown', (event) => this.#press(event));
    addEventListener('pointerdown', () => this.#audio.wake());
    bindGamepads({
      screens: this.#screens,
      steering: this.#devices.steering,
      leave: () => this.#leave(),
      lost: () => this.#padLost(),
    });
    document.addEventListener('visibilitychange', () => {
      if (document.hidden && this.#screens.shown === undefined) this.#pause();
    });
    addEventListener('hashchange', () => void this.#openAddress());
    setInterval(() => this.#refreshFigures(), figuresPeriod);
    setInterval(() => this.#refreshBar(), barPeriod);
    watchDevice((device) => {
      this.#device = device;
      if (this.#play !== undefined) this.#apply(this.#play);
    });
    this.#prefer(this.#preferences);
    await this.#openAddress();
  }

  get #next(): number {
    return nextLevel(catalog, this.#progress);
  }

  async #openAddress(): Promise<void> {
    let problem = '';
    try {
      const given = await playableFromAddress(location);
      if (given !== undefined) this.#show(given);
    } catch (error) {
      problem = messageOf(error);
    }
    if (this.#play === undefined) {
      this.#load(this.#next);
      this.#screens.replace('menu');
    }
    this.#notice.show(problem);
  }

  #bindButtons(): void {
    const bind = (id: string, act: () => void): void =>
      element(id, HTMLButtonElement).addEventListener('click', act);
    bind('menu-play', () => this.#begin(this.#next));
    bind('resume', () => this.#screens.replace(undefined));
    bind('restart', () => this.#restart());
    bind('again', () => this.#restart());
    bind('watch', () => this.#watch());
    bind('open-monitor', () => this.#toggleMonitor());
    bind('share', () => void this.#share());
    bind('save', () => void this.#save());
    const file = element('file', HTMLInputElement);
    bind('open', () => file.click());
    onFile(file, (selected) => void this.#openFile(selected));
    bind('next-level', () => this.#begin((this.#playable?.index ?? -1) + 1));
  }

  #press(event: KeyboardEvent): void {
    this.#audio.wake();
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const command = gameCommandOf(event.code);
    if (command === 'pause') this.#leave();
    if (command === 'monitor') this.#toggleMonitor();
    if (command === 'mute') this.#prefer({ ...this.#preferences, isMuted: !this.#preferences.isMuted });
    if (command !== 'figures') return;
    this.#prefer({ ...this.#preferences, showsFigures: !this.#preferences.showsFigures });
  }

  #padLost(): void {
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

  #begin(index: number): void {
    this.#load(index);
    this.#screens.replace(undefined);
  }

  #load(index: number): void {
    this.#prepare(playableOf(index));
  }

  #show(given: Playable): void {
    this.#prepare(given);
    this.#screens.replace(undefined);
  }

  #restart(): void {
    const { index, seed, source } = this.#playable!;
    this.#show({ source, seed, ...(index !== undefined && { index }) });
  }

  #watch(): void {
    const run = this.#play?.run;
    if (run !== undefined) this.#show({ ...this.#playable!, replay: run });
  }

  /** The finished run, to be saved or shared. */
  get #run(): Run | undefined {
    const run = this.#play?.run;
    return run && { ...this.#playable!, ...run };
  }

  async #share(): Promise<void> {
    const run = this.#run;
    if (run !== undefined) this.#notice.show(await shareRun(run));
  }

  async #save(): Promise<void> {
    const run = this.#run;
    if (run !== undefined) saveFile(this.#text!.title, 'run', await packRun(run));
  }

  /** Opens a file with a run or a level. */
  async #openFile(file: File): Promise<void> {
    try {
      this.#show(await playableFromFile(file));
    } catch (error) {
      this.#notice.show(`${file.name}: ${messageOf(error)}`);
    }
  }

  /** Prepares a level or replay, paused. If it is invalid, throws and changes nothing. */
  #prepare(given: Playable): void {
    const text = readLevelText(given.source);
    const play = new LevelPlay({
      ...given,
      level: buildLevel(text),
      canvas: this.#stage,
      steering: this.#devices.steering,
      lesson: this.#lesson,
      readDevices: () => this.#devices.read(),
      watch: () => this.#loop.meter,
      shake: this.#preferences.shake,
      onEvent: (event) => this.#onEvent(event),
      playNote: () => this.#audio.playNote(given.seed),
      ended: (isTrue) => this.#endReplay(play, isTrue),
    });
    this.#play?.pause();
    this.#devices.steering.release();
    if (given.source !== this.#playable?.source) this.#loop.reset();
    this.#playable = given;
    this.#text = text;
    this.#play = play;
    this.#apply(play);
    this.#monitor?.attach(play);
    const title = given.index === undefined ? text.title : `${given.index + 1} · ${text.title}`;
    element('bar-title', HTMLElement).textContent = title + (given.replay === undefined ? '' : ' · replay');
    this.#panels.introduce(title, text.idea);
    play.redraw();
  }

  #pause(): void {
    if (this.#play?.isOver !== true) this.#screens.replace('paused');
  }

  // If a replay reaches the exit, `#win` shows the same screen as after the run itself.
  #endReplay(play: LevelPlay, isTrue: boolean): void {
    if (play.world.stage.wonAt < 0) this.#screens.replace('paused');
    if (!isTrue) {
      this.#notice.show(
        'This replay ended differently from the run, which is from another version of the game.',
      );
    }
  }

  // The game is paused while a screen is shown.
  #screenChanged(shown: ScreenName | undefined): void {
    this.#devices.releaseAll();
    this.#notice.show('');
    element('bar', HTMLElement).hidden = shown !== undefined;
    if (shown === 'levels') this.#fillList('level-list', catalog);
    if (shown === 'floods') this.#fillList('flood-list', floodsOf(catalog));
    if (shown === 'help') fillHelp(this.#preferences.bindings);
    if (this.#play === undefined) return;
    this.#play.texts.isOn = shown === undefined;
    if (shown === undefined) {
      this.#panels.refresh(this.#play);
      this.#start(this.#play);
    } else {
      this.#play.pause();
      this.#play.redraw();
    }
  }

  #fillList(id: string, levels: readonly CatalogEntry[]): void {
    fillLevelList(element(id, HTMLElement), levels, this.#progress, (level) =>
      this.#begin(catalog.indexOf(level)),
    );
  }

  // A loop in the address is the one to be tested or measured, so it stays.
  #start(play: LevelPlay): void {
    const { version } = this.#valid;
    this.#loop.isActive = version === 'concurrent' && !play.isReplay && this.#requested.version === undefined;
    play.start(this.#versions[this.#loop.start(version)]);
  }

  #loopChanged(change: LoopChange): void {
    const text = textOf(change);
    this.#notice.show(text);
    setTimeout(() => {
      if (this.#notice.text === text) this.#notice.show('');
    }, noticePeriod);
  }

  #handsChanged(): void {
    const { hands, steersOne } = this.#devices.steering;
    this.#touch.hands = hands;
    if (steersOne !== this.#preferences.steersOne) this.#prefer({ ...this.#preferences, steersOne });
  }

  #prefer(preferences: Preferences): void {
    this.#preferences = preferences;
    keepPreferences(this.#store, preferences);
    this.#audio.set(preferences);
    this.#devices.bind(preferences.bindings);
    this.#devices.steering.steersOne = preferences.steersOne;
    element('hud', HTMLElement).hidden = !preferences.showsFigures;
    if (this.#play !== undefined) this.#apply(this.#play);
    this.#showSettings(this.#valid);
  }

  /** The preferences in effect. */
  get #valid(): Preferences {
    return { ...this.#preferences, ...this.#requested };
  }

  #apply(play: LevelPlay): void {
    const { balances, shake, showsFigures } = this.#valid;
    play.effects.strength = shake;
    play.showsOwners = showsFigures;
    play.balances = balances;
    play.texts.controls = controlsOf(this.#device, this.#preferences.bindings, padCount());
  }

  #onEvent(event: GameEvent): void {
    const play = this.#play!;
    this.#audio.hear(event, play.world);
    if (event.name !== 'win') return;
    setTimeout(() => {
      if (this.#play === play && this.#screens.shown === undefined) this.#win(play);
    }, cheer);
  }

  #win({ falls, gems, isReplay, run, world }: LevelPlay): void {
    const { par, title } = this.#text!;
    const { index } = this.#playable!;
    const result = { steps: world.stage.wonAt, gems, falls };
    const entry = index === undefined ? undefined : catalog[index];
    const isBest = entry !== undefined && !isReplay && this.#progress.finish(entry.id, result);
    fillWinScreen({
      title,
      par,
      result,
      best: (entry === undefined ? undefined : this.#progress.bestOf(entry.id)) ?? result,
      isBest,
      gems: world.stage.taken.length,
      hasNext: index !== undefined && index + 1 < catalog.length,
    });
    for (const id of ['watch', 'share', 'save']) element(id, HTMLButtonElement).hidden = run === undefined;
    const { text } = this.#notice; // a replay may just have ended differently from its run
    this.#screens.replace('won');
    this.#notice.show(text);
  }

  #refreshFigures(): void {
    if (this.#preferences.showsFigures && this.#play !== undefined)
      this.#hud.refresh(this.#play, performance.now());
  }

  #refreshBar(): void {
    if (this.#play?.isRunning !== true) return;
    refreshBar(this.#play, this.#devices.steering.hands);
    this.#panels.refresh(this.#play);
  }

  #toggleMonitor(): void {
    this.#monitor?.toggle().catch((error: unknown) => this.#notice.show(messageOf(error)));
  }
}
