import type { SourceFile } from './layer-violations.ts';
import { type Passage, passagesOf } from './passages.ts';

/** A pattern that the prose of this repository must not contain, and the words to write instead. */
interface Rule {
  readonly pattern: RegExp;
  readonly instead: string | ((word: string) => string);
}

/** Verbs that Americans write with -ize, without their endings. */
const verbs =
  'author|character|custom|final|general|initial|local|material|maxim|minim|normal|optim|organ|parallel|prior|random|real|recogn|' +
  'serial|special|stabil|standard|summar|synchron|token|util|visual';

/** British spellings and their American ones. The public API has `cancelled`, so prose has it, too. */
const spellings: Readonly<Record<string, string>> = {
  acknowledgement: 'acknowledgment',
  amongst: 'among',
  analyse: 'analyze',
  analysing: 'analyzing',
  behaviour: 'behavior',
  canceled: 'cancelled',
  canceling: 'cancelling',
  centre: 'center',
  colour: 'color',
  defence: 'defense',
  favour: 'favor',
  'fulfil(?!l)': 'fulfill',
  grey: 'gray',
  honour: 'honor',
  judgement: 'judgment',
  labelled: 'labeled',
  learnt: 'learned',
  licence: 'license',
  kilometre: 'kilometer',
  metre: 'meter',
  modelled: 'modeled',
  neighbour: 'neighbor',
  'programmes?(?!\\w)': 'program',
  signalled: 'signaled',
  signalling: 'signaling',
  towards: 'toward',
  travelled: 'traveled',
  whilst: 'while',
};

/** Words that this code once had for its parts, with the words that it has now. */
const terms: Readonly<Record<string, string>> = {
  'crews?': 'worker pool',
  'delegations?': 'nested task',
  'gifts?': 'entity transfer',
  'greetings?': 'hello',
  'hang limit': 'unresponsive timeout',
  'latecomers?': 'late arrival',
  'mend(s|ed|ing)?': 'fix',
  'orphans?': 'recovery',
  'outbox(es)?': 'message writer',
  'parcels?': 'snapshot buffer',
  'pictures?': 'frame, fps or image',
  'recruiters?': 'startup',
  'standing orders?': 'worker subscriptions',
  telegraph: 'remote methods',
  "the seeds?[’']s?": '"… of the papers" after the noun',
  tidings: 'messages',
  untaken: 'unread',
};

/** Identifiers of the first design, with the current ones. */
const identifiers: Readonly<Record<string, string>> = {
  hangLimit: 'unresponsiveTimeout',
  longestMessage: 'maxMessageSize',
  mostUnfinished: 'reassemblyLimit',
  standingOrders: 'workerSubscriptions',
  untaken: 'receiveWindow',
};

const rules: readonly Rule[] = [
  {
    pattern: sentence('What|Who|Whose|How(?! to\\b)'),
    instead: 'a sentence whose subject is a noun',
  },
  { pattern: sentence('Of those|Those of|That of'), instead: 'a noun instead of "those" or "that"' },
  { pattern: /\bthat of those\b/gi, instead: 'a noun instead of "those"' },
  { pattern: /\b(?:so many|so much)\b(?![^.?!]*\bthat\b)/gi, instead: 'the number or its name' },
  { pattern: new RegExp(`\\b(?:${anyOf(terms)})(?!\\w)`, 'gi'), instead: lookUp(terms) },
  { pattern: new RegExp(`\\b(?:${anyOf(spellings)})`, 'gi'), instead: lookUp(spellings) },
  {
    pattern: new RegExp(`\\b\\w*(?:${verbs})is(?:e|es|ed|er|ers|ing|ations?)\\b`, 'gi'),
    instead: (word) => word.replace(/is(?=(e|es|ed|er|ers|ing|ations?)$)/i, 'iz'),
  },
];

const identifierRules: readonly Rule[] = [
  { pattern: new RegExp(`\\b(?:${anyOf(identifiers)})\\b`, 'g'), instead: lookUp(identifiers) },
];

/**
 * Returns one line for each violation: the file, the line, the words that were found, and the words
 * to write instead.
 */
export function proseViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...passagesOf(file).flatMap((passage) => violationsOf(file.path, passage, rules)),
    ...violationsOf(file.path, { line: 1, text: file.text }, identifierRules),
  ]);
}

function violationsOf(path: string, { line, text }: Passage, all: readonly Rule[]): string[] {
  return all.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => {
      const at = line + text.slice(0, index).split('\n').length - 1;
      return `${path}:${at}: not "${found}", but ${typeof instead === 'string' ? instead : instead(found)}`;
    }),
  );
}

/**
 * One pattern for all words of a list, because each pattern searches all prose of the repository.
 */
function anyOf(words: Readonly<Record<string, string>>): string {
  return Object.keys(words).join('|');
}

/** Returns the words to write instead of a word that the pattern of `anyOf` has found. */
function lookUp(words: Readonly<Record<string, string>>): (found: string) => string {
  return (found) =>
    Object.entries(words).find(([word]) => new RegExp(`^(?:${word})$`, 'i').test(found))?.[1] ?? '';
}

/** The beginning of a sentence that is not a question. */
function sentence(beginning: string): RegExp {
  return new RegExp(`(?:(?<=^\\W*)|(?<=[.!?:;]\\W+))(?:${beginning})\\b(?![^.!?]*\\?)`, 'g');
}
