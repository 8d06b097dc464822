import type { GameEvent } from '../game/game-event.ts';
import { notesAt } from '../sound/score.ts';
import { soundOf } from '../sound/sounds.ts';
import { Synth } from '../sound/synth.ts';
import type { World } from '../world/world.ts';
import type { Preferences } from './store/preferences.ts';

/** Horizontal distance in cells, from the middle between the robots, at which a sound would be on one side only. The panning is limited to 0.8. */
const farAside = 24;
/** Increase of the tension of the music when a robot falls or something bursts. */
const fright = 0.3;
/** Factor by which the tension decreases with each note. */
const relief = 0.985;

/** Plays the sounds and the music of a game. */
export class Audio {
  #synth = new Synth();
  #volume = 1;
  #music = 1;
  #beats = 0;
  #tension = 0;

  /** To be called from a key or pointer event. Browsers allow sound only after such an event. */
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

  /** Plays the next note of the piece for this seed. */
  playNote(seed: number): void {
    this.#tension *= relief;
    this.#synth.play({ tones: notesAt(this.#beats++, seed, this.#tension) }, this.#music);
  }
}
