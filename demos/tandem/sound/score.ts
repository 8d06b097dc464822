import { chance } from '../world/chance.ts';
import type { Tone } from './synth.ts';

/** Milliseconds between two notes. */
export const beat = 214;

const notesPerBar = 8;
/** The scale in semitones. It is pentatonic, so any of its notes sound good together. */
const scale = [0, 3, 5, 7, 10];
/** Roots of the chords in semitones, bar by bar. */
const roots = [0, 0, -4, -2, 0, 3, -4, -2];
const bass = 55;

/**
 * The notes of a beat: a bass with a fifth, and a melody. As `tension` grows from 0 to 1, a higher melody
 * and then a pulse are added. The same seed plays the same piece.
 */
export function notesAt(beats: number, seed: number, tension: number): readonly Tone[] {
  const bar = Math.floor(beats / notesPerBar);
  const place = beats % notesPerBar;
  const root = roots[bar % roots.length]!;
  const notes: Tone[] = [];
  if (place === 0) notes.push({ from: pitch(root), wave: 'sine', attack: 0.05, length: 1.6, gain: 0.16 });
  if (place === 0)
    notes.push({ from: pitch(root + 19), wave: 'triangle', attack: 0.4, length: 1.7, gain: 0.035 });
  if (plays(beats, seed, 1, 0.45 + 0.3 * tension)) notes.push(melody(beats, seed, root + 24, 0.05));
  if (tension > 0.35 && plays(beats, seed, 2, 0.7))
    notes.push(melody(beats, seed + 1, root + 36, 0.03 * tension));
  if (tension > 0.6 && place % 2 === 0) {
    notes.push({ from: pitch(root), wave: 'square', length: 0.1, gain: 0.03 * tension });
  }
  return notes;
}

function plays(beats: number, seed: number, layer: number, share: number): boolean {
  return chance(seed, layer, beats % (notesPerBar * 4)) < share;
}

function melody(beats: number, seed: number, root: number, gain: number): Tone {
  const step = Math.floor(chance(seed, 3, beats % (notesPerBar * 4)) * scale.length * 2);
  const octave = step >= scale.length ? 12 : 0;
  return { from: pitch(root + scale[step % scale.length]! + octave), length: 0.32, gain };
}

function pitch(semitones: number): number {
  return bass * 2 ** (semitones / 12);
}
