/** The questions that the view Record answers, and their texts. */
export const questionTexts = {
  longest: 'longest callbacks',
  late: 'most delayed timers',
  dropped: 'dropped or cancelled work',
  remote: 'slow tasks of the pool',
  messages: 'slow messages',
} as const;

export type QuestionName = keyof typeof questionTexts;
