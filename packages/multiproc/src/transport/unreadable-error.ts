/** A message that cannot be read: its sender is to blame, whereas all other errors belong to the thread that reads it. */
export class UnreadableError extends TypeError {}
