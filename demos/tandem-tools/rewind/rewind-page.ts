import { Replay } from '@doha/monitor/replay';
import { element } from '../../lib/element.ts';
import { messageOf } from '../../lib/message-of.ts';
import { onFile, saveFile } from '../../tandem/app/files.ts';
import { GameMonitor } from '../../tandem/app/game-monitor.ts';
import { fitCanvases } from '../../tandem/draw/fit-canvases.ts';
import { catalog, levelOf } from '../../tandem/game/levels/catalog.ts';
import { defaultBindings } from '../../tandem/input/bindings.ts';
import { readGamepads } from '../../tandem/input/gamepads.ts';
import { Keyboard } from '../../tandem/input/keyboard.ts';
import { Steering } from '../../tandem/input/steering.ts';
import { Touch } from '../../tandem/input/touch.ts';
import { createWorld, type World } from '../../tandem/world/world.ts';
import { type Scene, tandemProgram } from '../session/tandem-program.ts';
import { Findings } from './findings.ts';
import { LiveSession } from './live-session.ts';
import { Player } from './player.ts';
import { readSession, type RecordedPlay, saveSession } from './session-file.ts';
import { Stage } from './stage.ts';
import { timeText } from './time-text.ts';

/** A page that records a level, and replays it. Its state: `ready`, `recording` or `recorded`. */
export class RewindPage {
  #canvas = element('stage', HTMLCanvasElement);
  #stage = new Stage(this.#canvas);
  #steering = new Steering();
  #monitor = new GameMonitor();
  #findings = new Findings({
    seek: (time) => this.#player?.seek(time),
    notify: (text) => this.#notify(text),
  });
  #levels = element('level', HTMLSelectElement);
  #position = element('position', HTMLInputElement);
  #live: LiveSession | undefined;
  #play: RecordedPlay | undefined;
  #player: Player | undefined;

  /** The session that is recorded; for tests and the console. */
  get live(): LiveSession | undefined {
    return this.#live;
  }

  /** Shows the first level. */
  open(): void {
    fitCanvases(this.#canvas);
    this.#canvas.addEventListener('fitted', () => this.#redraw());
    this.#levels.append(...catalog.map(({ text }, index) => new Option(text.title, String(index))));
    this.#levels.value = String(catalog.length - 1); // the level with the most enemies
    this.#levels.addEventListener('change', () => this.#showLevel());
    this.#bindButtons();
    this.#bindKeys();
    const present = (): void => {
      readGamepads(this.#steering, navigator.getGamepads?.() ?? []);
      this.#live?.steer(this.#steering);
      if (this.#live !== undefined) this.#showTime(this.#live.time);
      requestAnimationFrame(present);
    };
    requestAnimationFrame(present);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.#end();
    });
    this.#showLevel();
  }

  #bindButtons(): void {
    const bind = (id: string, act: () => void): void =>
      element(id, HTMLButtonElement).addEventListener('click', act);
    bind('record', () => (this.#live === undefined ? this.#record() : this.#end()));
    bind('stutter', () => this.#live?.game.stutter());
    bind('monitor', () => this.#monitor.overlay.toggle());
    bind('save', () => this.#save());
    const file = element('file', HTMLInputElement);
    bind('open', () => file.click());
    onFile(file, (selected) => void this.#openFile(selected));
    bind('play', () => this.#playOrPause());
    bind('step', () => this.#player?.step());
    this.#position.addEventListener('input', () => this.#player?.seek(this.#position.valueAsNumber));
    element('speed', HTMLSelectElement).addEventListener('change', () => {
      if (this.#player?.isPlaying === true) this.#player.play(this.#speed);
    });
  }

  #bindKeys(): void {
    const keyboard = new Keyboard(this.#steering, defaultBindings);
    const touch = new Touch(this.#steering, this.#canvas);
    const steer = (): void => this.#live?.steer(this.#steering);
    for (const type of ['keydown', 'keyup', 'pointerdown', 'pointermove', 'pointerup'])
      addEventListener(type, steer);
    addEventListener('blur', () => {
      keyboard.releaseAll();
      touch.releaseAll();
      steer();
    });
    addEventListener('keydown', ({ altKey, code, ctrlKey, metaKey, repeat, target }) => {
      const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (altKey || ctrlKey || metaKey || repeat || isTyping) return;
      if (code === 'KeyO') this.#monitor.overlay.toggle();
      if (code === 'Escape') this.#end();
    });
  }

  get #level(): { readonly source: string; readonly seed: number } {
    const { seed, source } = catalog[Number(this.#levels.value)]!;
    return { source, seed };
  }

  get #speed(): number {
    return Number(element('speed', HTMLSelectElement).value);
  }

  /** Shows the chosen level before it is played. */
  #showLevel(): void {
    this.#leave();
    this.#show('ready', 'Record, and play: the keys are those of the game. Escape ends the recording.');
    this.#redraw();
  }

  #record(): void {
    this.#leave();
    this.#live = new LiveSession(this.#level, this.#stage, this.#monitor);
    element('record', HTMLButtonElement).blur(); // the space bar is a key of the game
    this.#show('recording', '');
  }

  #end(): void {
    if (this.#live === undefined) return;
    const play = this.#live.end();
    this.#live = undefined;
    this.#show('ready', ''); // unless the session can be replayed
    this.#replay(play);
  }

  /** Shows the beginning of a session, in place of all others. Throws an Error, and changes nothing, if the session is invalid. */
  #replay(play: RecordedPlay): void {
    const { duration, log, seed, source, start } = play;
    const scene = (world: World): Scene => this.#stage.sceneOf(world);
    const replay = new Replay(log, tandemProgram({ level: levelOf(source), seed, scene }));
    this.#leave();
    this.#play = play;
    this.#player = new Player(replay, this.#stage, start, () => this.#showPlayer());
    this.#position.max = String(duration);
    this.#findings.show(play);
    this.#show('recorded', '');
    this.#player.seek(0);
  }

  #playOrPause(): void {
    if (this.#player?.isPlaying === true) this.#player.pause();
    else this.#player?.play(this.#speed);
  }

  /** Leaves the session that is recorded or replayed. */
  #leave(): void {
    this.#live?.end();
    this.#live = undefined;
    this.#player?.dispose();
    this.#player = undefined;
  }

  #save(): void {
    if (this.#play !== undefined)
      saveFile(this.#levels.selectedOptions[0]!.text, 'doharec', saveSession(this.#play));
  }

  async #openFile(file: File): Promise<void> {
    try {
      const play = await readSession(new Uint8Array(await file.arrayBuffer()));
      if (this.#live === undefined) this.#replay(play);
      else this.#notify(`${file.name}: the recording must end first.`);
    } catch (error) {
      this.#notify(`${file.name}: ${messageOf(error)}`);
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
    element('stutter', HTMLButtonElement).disabled = state !== 'recording';
    element('save', HTMLButtonElement).disabled = state !== 'recorded';
    element('findings', HTMLElement).hidden = state !== 'recorded';
    element('player', HTMLElement).hidden = state === 'ready';
    this.#notify(notice);
  }

  #showPlayer(): void {
    const player = this.#player;
    if (player === undefined) return;
    this.#position.value = String(player.time);
    this.#showTime(player.time);
    element('play', HTMLButtonElement).textContent = player.isPlaying ? 'Pause' : 'Play';
    const move = player.target === undefined ? '' : `The replay moves to ${timeText(player.target)} …`;
    this.#notify(player.problem ?? move);
  }

  #showTime(time: number): void {
    element('time', HTMLElement).textContent = timeText(time);
  }

  #notify(text: string): void {
    element('status', HTMLElement).textContent = text;
  }
}
