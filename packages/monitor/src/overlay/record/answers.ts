// The parts of the view Record that need queries. The view loads them when it is used for the first time.
export { explanationOf, type ExplanationLine } from './explanation.ts';
export { type AnswerRow, rowsOf } from './questions.ts';
