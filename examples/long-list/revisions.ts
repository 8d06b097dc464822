/** A change of a document. */
export interface Revision {
  readonly number: number;
  readonly author: string;
  readonly subject: string;
}

const authors = ['Ada', 'Basma', 'Chidi', 'Dagny', 'Emeka', 'Fumiko', 'Goran', 'Hina', 'Ilse', 'Joaquín'];
const verbs = ['Shorten', 'Rewrite', 'Correct', 'Soften', 'Illustrate', 'Untangle', 'Check', 'Translate'];
const subjects = ['the preface', 'the harbor', 'the third letter', 'the map', 'the winter', 'the last page'];
const vocabulary =
  'the a of and to in at with from over under before after when where who which harbor ship lamp rain window garden letter winter ' +
  'river stone road night morning captain sister stranger door table bread song silence wind snow bridge hill light shadow went came ' +
  'saw heard found lost opened closed wrote read carried waited remembered followed slowly never always again almost perhaps';
const vocabularyWords = vocabulary.split(' ');

/** Number of words of a document. The comparison of two such documents takes some ms. */
const length = 700;

/** Pseudorandom revisions of a document, the same at each call. */
export function revisions(count: number): Revision[] {
  return Array.from({ length: count }, (_, number) => {
    const random = randomFrom(number);
    return {
      number,
      author: oneOf(authors, random),
      subject: `${oneOf(verbs, random)} ${oneOf(subjects, random)}`,
    };
  });
}

/** The words before and after a revision. */
export function textsOf({ number }: Revision): { before: string[]; after: string[] } {
  const random = randomFrom(number + 1e6);
  const before = Array.from({ length }, () => oneOf(vocabularyWords, random));
  const after = [...before];
  const edits = 2 + Math.floor(random() * 5);
  for (let edit = 0; edit < edits; edit++) {
    const from = Math.floor(random() * after.length);
    const deleted = Math.floor(random() * 5);
    const inserted = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
      oneOf(vocabularyWords, random),
    );
    after.splice(from, deleted, ...inserted);
  }
  return { before, after };
}

/** A pseudorandom generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function oneOf<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)]!;
}
