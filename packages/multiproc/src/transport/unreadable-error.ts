/** The error of a message that cannot be read. The sender is at fault. All other errors while reading belong to the thread that reads. */
export class UnreadableError extends TypeError {}
