/** A change that somebody made to a document. */
export interface Revision {
  readonly number: number;
  readonly author: string;
  readonly subject: string;
}

const authors = ['Ada', 'Basma', 'Chidi', 'Dagny', 'Emeka', 'Fumiko', 'Goran', 'Hina', 'Ilse', 'Joaquín'];
const deeds = ['Shorten', 'Rewrite', 'Correct', 'Soften', 'Illustrate', 'Untangle', 'Check', 'Translate'];
const subjects = ['the preface', 'the harbour', 'the third letter', 'the map', 'the winter', 'the last page'];
const vocabulary =
  'the a of and to in at with from over under before after when where who which harbour ship lamp rain window garden letter winter ' +
  'river stone road night morning captain sister stranger door table bread song silence wind snow bridge hill light shadow went came ' +
  'saw heard found lost opened closed wrote read carried waited remembered followed slowly never always again almost perhaps';
const vocabularyWords = vocabulary.split(' ');

/** Words of a document: long enough that to compare two takes some milliseconds. */
const length = 700;

/** The revisions of a document, made up by chance that is the same each time. */
export function revisions(count: number): Revision[] {
  return Array.from({ length: count }, (_, number) => {
    const chance = chanceFrom(number);
    return {
      number,
      author: oneOf(authors, chance),
      subject: `${oneOf(deeds, chance)} ${oneOf(subjects, chance)}`,
    };
  });
}

/** The words before and after a revision. */
export function textsOf({ number }: Revision): { before: string[]; after: string[] } {
  const chance = chanceFrom(number + 1e6);
  const before = Array.from({ length }, () => oneOf(vocabularyWords, chance));
  const after = [...before];
  const edits = 2 + Math.floor(chance() * 5);
  for (let edit = 0; edit < edits; edit++) {
    const from = Math.floor(chance() * after.length);
    const deleted = Math.floor(chance() * 5);
    const inserted = Array.from({ length: 1 + Math.floor(chance() * 5) }, () =>
      oneOf(vocabularyWords, chance),
    );
    after.splice(from, deleted, ...inserted);
  }
  return { before, after };
}

/** Numbers from 0 to 1 (mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function oneOf<T>(all: readonly T[], chance: () => number): T {
  return all[Math.floor(chance() * all.length)]!;
}
