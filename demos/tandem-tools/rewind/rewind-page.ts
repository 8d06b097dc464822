import { element } from '../../lib/element.ts';
import { messageOf } from '../../lib/message-of.ts';
import { onFile, saveFile } from '../../tandem/app/sharing/files.ts';
import { GameMonitor } from '../../tandem/app/monitor/game-monitor.ts';
import { fitCanvases } from '../../tandem/draw/fit-canvases.ts';
import { catalog, levelOf } from '../../tandem/game/levels/catalog.ts';
import { createWorld } from '../../tandem/world/world.ts';
import { Comparison } from './comparison.ts';
import { Controls } from './controls.ts';
import { LiveSession } from './live-session.ts';
import { MomentList } from './moment-list.ts';
import { Player } from './player.ts';
import { replayOf } from './replay-of.ts';
import { readSession, type RecordedPlay, saveSession } from './session-file.ts';
import { foreignTitle, levelOfSession, shownLevel } from './shown-level.ts';
import { Stage } from './stage.ts';
import { timeText } from './time-text.ts';
import { UnsavedDialog } from './unsaved-dialog.ts';

/** The status while the overlay is shown, and nothing is recorded. */
const aboutMonitor = 'The monitor shows live sessions, and not replays. Press Record to see one.';
/** A page that records a level, and replays it. Its state: `ready`, `recording` or `recorded`. */
export class RewindPage {
  #canvas = element('stage', HTMLCanvasElement);
  #stage = new Stage(this.#canvas);
  #monitor = new GameMonitor();
  #moments = new MomentList((time) => this.#player?.seek(time));
  #comparison = new Comparison((text) => this.#notify(text));
  #unsavedDialog = new UnsavedDialog();
  #levels = element('level', HTMLSelectElement);
  #position = element('position', HTMLInputElement);
  #level = shownLevel(catalog.length - 1); // at first the one with the most enemies
  #live: LiveSession | undefined;
  #controls: Controls | undefined; // of #live
  #play: RecordedPlay | undefined;
  #isUnsaved = false; // whether #play would be lost
  #player: Player | undefined;
  #requests = 0; // number of requests to leave what is shown

  /** The session that is recorded; for tests and the console. */
  get live(): LiveSession | undefined {
    return this.#live;
  }

  /** Shows the first level. */
  open(): void {
    fitCanvases(this.#canvas);
    this.#canvas.addEventListener('fitted', () => this.#redraw());
    this.#levels.append(...catalog.map(({ text }, index) => new Option(text.title, String(index))));
    const foreign = new Option(foreignTitle, String(catalog.length));
    foreign.hidden = foreign.disabled = true;
    this.#levels.append(foreign);
    this.#levels.selectedIndex = this.#level.index;
    this.#levels.addEventListener('change', () => void this.#changeLevel());
    this.#bindButtons();
    this.#bindKeys();
    const present = (): void => {
      if (this.#controls !== undefined) this.#live?.steer(this.#controls.steering);
      if (this.#live !== undefined) this.#showTime(this.#live.time);
      requestAnimationFrame(present);
    };
    requestAnimationFrame(present);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.#end();
    });
    addEventListener('beforeunload', (event) => {
      if (this.#isUnsaved || this.#live !== undefined) event.preventDefault();
    });
    this.#showLevel();
  }

  #bindButtons(): void {
    const bind = (id: string, act: () => void): void =>
      element(id, HTMLButtonElement).addEventListener('click', act);
    bind('record', () => (this.#live === undefined ? void this.#record() : this.#end()));
    bind('stutter', () => this.#live?.game.stutter());
    bind('monitor', () => this.#toggleMonitor());
    bind('save', () => this.#save());
    const file = element('file', HTMLInputElement);
    bind('open', () => file.click());
    onFile(file, (selected) => void this.#openFile(selected));
    bind('play', () => this.#playOrPause());
    bind('step', () => this.#player?.step());
    this.#position.addEventListener('input', () => {
      this.#moments.mark();
      this.#player?.seek(this.#position.valueAsNumber);
    });
    element('speed', HTMLSelectElement).addEventListener('change', () => {
      if (this.#player?.isPlaying === true) this.#player.play(this.#speed);
    });
  }

  #bindKeys(): void {
    addEventListener('keydown', ({ altKey, code, ctrlKey, metaKey, repeat, target }) => {
      const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (altKey || ctrlKey || metaKey || repeat || isTyping || document.querySelector('dialog[open]'))
        return;
      if (code === 'KeyO') this.#toggleMonitor();
      if (code === 'Escape') this.#end();
    });
  }

  #toggleMonitor(): void {
    this.#monitor.overlay.toggle();
    this.#notify('');
    if (!this.#monitor.overlay.isShown) this.#showPlayer();
  }

  get #speed(): number {
    return Number(element('speed', HTMLSelectElement).value);
  }

  async #changeLevel(): Promise<void> {
    const chosen = this.#levels.selectedIndex;
    this.#levels.selectedIndex = this.#level.index; // until the user has agreed
    if (!(await this.#mayLeave(this.#request()))) return;
    this.#level = shownLevel(chosen);
    this.#levels.selectedIndex = chosen;
    this.#showLevel();
  }

  /** Shows the chosen level before it is played. */
  #showLevel(): void {
    this.#leave();
    const hasTouch = matchMedia('(pointer: coarse)').matches;
    this.#show(
      'ready',
      hasTouch
        ? 'Record, and play: one thumb on each half of the level. Stop ends the recording.'
        : 'Record, and play: the keys are those of the game. Escape or Stop ends the recording.',
    );
    this.#redraw();
  }

  async #record(): Promise<void> {
    if (!(await this.#mayLeave(this.#request()))) return;
    this.#leave();
    const { seed, source } = this.#level;
    const live = new LiveSession({ source, seed }, this.#stage, this.#monitor);
    this.#live = live;
    this.#controls = new Controls(this.#canvas, (steering) => live.steer(steering));
    element('record', HTMLButtonElement).blur(); // the space bar is a key of the game
    this.#show('recording', '');
  }

  #end(): void {
    if (this.#live === undefined) return;
    const play = this.#endLive()!;
    this.#show('ready', ''); // unless the session can be replayed
    this.#replay(play);
    this.#isUnsaved = true;
  }

  /** Shows the beginning of a session, in place of all others. Throws an Error, and changes nothing, if the session is invalid. */
  #replay(play: RecordedPlay): void {
    const { duration, start } = play;
    const replay = replayOf(play, (world) => this.#stage.sceneOf(world));
    this.#leave();
    this.#play = play;
    this.#isUnsaved = false;
    this.#player = new Player(replay, this.#stage, start, () => this.#showPlayer());
    this.#position.max = String(duration);
    this.#moments.show(play);
    this.#comparison.show(play);
    this.#show('recorded', '');
    this.#player.seek(0);
  }

  #playOrPause(): void {
    const player = this.#player;
    if (player === undefined) return;
    if (player.move !== undefined) this.#moments.mark(); // its row is not reached
    if (player.isPlaying || player.move !== undefined) player.pause();
    else player.play(this.#speed);
  }

  /** Leaves the session that is recorded or replayed. */
  #leave(): void {
    this.#endLive();
    this.#comparison.cancel();
    this.#player?.dispose();
    this.#player = undefined;
    this.#play = undefined;
    this.#isUnsaved = false;
  }

  #endLive(): RecordedPlay | undefined {
    this.#controls?.stop();
    this.#controls = undefined;
    const play = this.#live?.end();
    this.#live = undefined;
    return play;
  }

  /** Begins a request to leave what is shown. Returns a function that says whether it is the latest one. */
  #request(): () => boolean {
    const request = ++this.#requests;
    return () => request === this.#requests;
  }

  /** Asks what to do with a session that is not saved. Resolves to whether the page may leave it: false if the request is no longer the latest one. */
  async #mayLeave(isLatest: () => boolean): Promise<boolean> {
    const answer = await this.#unsavedDialog.ask(() => this.#isUnsaved && isLatest());
    if (answer === 'save') this.#save();
    return answer !== 'keep' && isLatest();
  }

  #save(): void {
    if (this.#play === undefined) return;
    saveFile(this.#level.title, 'doharec', saveSession(this.#play));
    this.#isUnsaved = false;
  }

  async #openFile(file: File): Promise<void> {
    const isLatest = this.#request();
    try {
      const play = await readSession(new Uint8Array(await file.arrayBuffer()));
      if (this.#live !== undefined) return this.#notify(`${file.name}: the recording must end first.`);
      if (!(await this.#mayLeave(isLatest))) return;
      this.#replay(play);
      this.#level = levelOfSession(play);
      this.#levels.selectedIndex = this.#level.index;
    } catch (error) {
      if (isLatest()) this.#notify(`${file.name}: ${messageOf(error)}`);
    }
  }

  #redraw(): void {
    if (this.#live !== undefined) return;
    if (this.#player !== undefined) return this.#player.redraw();
    const { seed, source } = this.#level;
    const world = createWorld(levelOf(source), seed);
    this.#stage.sceneOf(world).renderer.draw(0, 0, new Uint32Array(world.entities.length));
  }

  #show(state: 'ready' | 'recording' | 'recorded', notice: string): void {
    document.body.dataset['state'] = state;
    this.#position.value = '0';
    element('record', HTMLButtonElement).textContent = state === 'recording' ? 'Stop' : 'Record';
    this.#levels.disabled = state === 'recording';
    element('open', HTMLButtonElement).disabled = state === 'recording';
    element('stutter', HTMLButtonElement).disabled = state !== 'recording';
    element('save', HTMLButtonElement).disabled = state !== 'recorded';
    element('findings', HTMLElement).hidden = state !== 'recorded';
    element('progress', HTMLElement).hidden = true;
    element('player', HTMLElement).hidden = state === 'ready';
    this.#notify(notice);
  }

  #showPlayer(): void {
    const player = this.#player;
    if (player === undefined) return;
    const { isPlaying, move } = player;
    // The slider stays where its user has put it.
    this.#position.value = String(move?.target ?? player.time);
    this.#showTime(player.time, player.steps);
    const act = isPlaying ? 'Pause' : 'Play';
    element('play', HTMLButtonElement).textContent = move === undefined ? act : 'Cancel';
    element('step', HTMLButtonElement).disabled = move !== undefined;
    const progress = element('progress', HTMLProgressElement);
    progress.hidden = move === undefined;
    progress.value = move?.done ?? 0;
    const moving = move && `The replay moves to ${timeText(move.target)} …`;
    this.#notify(player.problem ?? moving ?? player.outcome ?? '');
  }

  /** `steps`: number of steps of the game; while a session is recorded, it is not shown. */
  #showTime(time: number, steps?: number): void {
    const count = steps === undefined ? '' : ` · step\u00A0${steps}`;
    element('time', HTMLElement).textContent = timeText(time) + count;
  }

  #notify(text: string): void {
    const status = element('status', HTMLElement);
    const isIdle = this.#monitor.overlay.isShown && this.#live === undefined;
    const shown = text === '' && isIdle ? aboutMonitor : text;
    if (status.textContent !== shown) status.textContent = shown; // screen readers read each change
  }
}
