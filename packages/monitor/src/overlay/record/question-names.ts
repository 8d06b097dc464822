/** The questions that the view Record answers, and their texts. The question `trigger` is for recordings that a trigger has taken. */
export const questionTexts = {
  trigger: 'at the trigger',
  longest: 'longest callbacks and spans',
  frames: 'most delayed frames',
  late: 'most delayed timers',
  dropped: 'dropped or cancelled work',
  remote: 'slow tasks of the pool',
  messages: 'slow messages',
} as const;

export type QuestionName = keyof typeof questionTexts;
