/** A note of the list. */
export interface Note {
  readonly index: number;
  readonly words: readonly string[];
}

const syllables =
  'ba be bo da do fa fi ka ki la le lo ma mi mo na ne no ra re ri sa se so ta te to va vi'.split(' ');

/** Pseudorandom notes, the same at each call. */
export function createNotes(count: number): Note[] {
  let state = 1;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const vocabulary = Array.from({ length: 4000 }, () =>
    Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)]!).join(''),
  );
  return Array.from({ length: count }, (_, index) => ({
    index,
    words: Array.from({ length: 100 }, () => vocabulary[random(vocabulary.length)]!),
  }));
}
