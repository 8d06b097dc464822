import type { ThreadRecords } from '../recording/follower.ts';
import { recordSize } from '../recording/record-ring.ts';
import { kindOf } from '../recording/recorded-event.ts';
import type { AnimationFrame } from './animation-frames.ts';
import { isCallback, longestCallbacksIn } from './longest-callbacks.ts';
import type { LongSection } from './long-section.ts';

/** A long callback, turn or frame, or several ones that overlap. */
interface Piece {
  readonly start: number;
  readonly end: number;
  /** Name and duration of the longest turn. */
  readonly turn: { readonly name: string; readonly duration: number } | undefined;
  readonly frames: readonly AnimationFrame[];
  /** Whether the last look did not extend the piece. */
  readonly isSettled: boolean;
}

/** Number of looks whose records are kept to find the callbacks of a section: a section ends one look after its last record. */
const keptLooks = 3;

/**
 * Finds the long sections of one thread in its records: callbacks and turns that are long, and frames of the browser. Overlapping ones are one section. A
 * section is complete if the next look finds nothing that overlaps it, because the record of a turn comes after those of its callbacks, and the entry of a
 * frame after both.
 */
export class SectionFinder {
  #thread: string;
  #limit: number;
  #open: readonly Piece[] = [];
  #looks: (readonly ThreadRecords[])[] = []; // the newest last

  /** `limit`: the shortest duration in ms of a section. */
  constructor(thread: string, limit: number) {
    this.#thread = thread;
    this.#limit = limit;
  }

  /** Whether nothing is kept. */
  get isEmpty(): boolean {
    return this.#open.length === 0 && this.#looks.every((records) => records.length === 0);
  }

  /** Adds the records and frames since the last look, and returns the sections that are complete. */
  look(records: readonly ThreadRecords[], frames: readonly AnimationFrame[] = []): readonly LongSection[] {
    this.#looks.push(records);
    if (this.#looks.length > keptLooks) this.#looks.shift();
    const fresh = records.flatMap((one) => longPieces(one, this.#limit));
    for (const frame of frames)
      if (frame.end - frame.start >= this.#limit)
        fresh.push({ ...frame, turn: undefined, frames: [frame], isSettled: false });
    const open = joined([...this.#open.map((piece) => ({ ...piece, isSettled: true })), ...fresh]);
    this.#open = open.filter(({ isSettled }) => !isSettled);
    return open.filter(({ isSettled }) => isSettled).map((piece) => this.#sectionOf(piece));
  }

  /** Returns the sections that are not complete. */
  finish(): readonly LongSection[] {
    const open = this.#open;
    this.#open = [];
    return open.map((piece) => this.#sectionOf(piece));
  }

  #sectionOf({ end, frames, start, turn }: Piece): LongSection {
    return {
      thread: this.#thread,
      start,
      end,
      turn: turn?.name,
      callbacks: longestCallbacksIn(this.#looks.flat(), start, end),
      scripts: frames.flatMap(({ scripts }) => scripts),
      layout: frames.length === 0 ? undefined : frames.reduce((sum, { layout }) => sum + layout, 0),
    };
  }
}

/** Returns the long callbacks and turns among records. Creates objects only for these, because most records are short. */
function longPieces({ nameOf, numbers, shift }: ThreadRecords, limit: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < numbers.length; at += recordSize) {
    const duration = numbers[at + 2]! - numbers[at + 1]!;
    if (!(duration >= limit)) continue;
    const isTurn = numbers[at] === kindOf.turn;
    if (!isTurn && !isCallback(numbers[at]!)) continue;
    const [start, end] = [numbers[at + 1]! + shift, numbers[at + 2]! + shift];
    const turn = isTurn ? { name: nameOf(numbers[at + 3]!), duration } : undefined;
    pieces.push({ start, end, turn, frames: [], isSettled: false });
  }
  return pieces;
}

/** Joins pieces that overlap. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (last === undefined || piece.start >= last.end) found.push(piece);
    else found[found.length - 1] = union(last, piece);
  }
  return found;
}

function union(one: Piece, other: Piece): Piece {
  const isLonger = (other.turn?.duration ?? 0) > (one.turn?.duration ?? 0);
  return {
    start: Math.min(one.start, other.start),
    end: Math.max(one.end, other.end),
    turn: isLonger ? other.turn : one.turn,
    frames: [...one.frames, ...other.frames].toSorted((a, b) => a.start - b.start),
    isSettled: one.isSettled && other.isSettled,
  };
}
