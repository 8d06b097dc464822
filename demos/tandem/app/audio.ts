import type { GameEvent } from '../game/game-event.ts';
import { notesAt } from '../sound/score.ts';
import { soundOf } from '../sound/sounds.ts';
import { Synth } from '../sound/synth.ts';
import type { World } from '../world/world.ts';
import type { Preferences } from './preferences.ts';

/** Cells beside the middle of the robots at which a sound is nearly on one side only. */
const farAside = 24;
/** What a fright adds to the tension of the music, and what a note leaves of it. */
const fright = 0.3;
const relief = 0.985;

/** What is heard of a game. */
export class Audio {
  #synth = new Synth();
  #volume = 1;
  #music = 1;
  #beats = 0;
  #tension = 0;

  /** To be called from a key or a click: browsers let a page be heard only then. */
  wake(): void {
    this.#synth.wake();
  }

  set({ isMuted, music, volume }: Preferences): void {
    this.#synth.volume = isMuted ? 0 : 1;
    this.#volume = volume;
    this.#music = music;
  }

  hear({ name, player, x }: GameEvent, { players }: World): void {
    const sound = soundOf(name, player);
    const middle = players.reduce((sum, robot) => sum + robot.x, 0) / players.length;
    const side = Math.max(-0.8, Math.min(0.8, (x - middle) / farAside));
    if (sound !== undefined) this.#synth.play(sound, this.#volume, side);
    if (name === 'fall' || name === 'burst') this.#tension = Math.min(1, this.#tension + fright);
  }

  /** The next note of the piece that goes with a seed. */
  playNote(seed: number): void {
    this.#tension *= relief;
    this.#synth.play({ tones: notesAt(this.#beats++, seed, this.#tension) }, this.#music);
  }
}
