/**
 * The error of a message that cannot be read. The sender is at fault. All other errors that occur
 * while a message is read are errors of the reading thread.
 */
export class UnreadableError extends TypeError {}
