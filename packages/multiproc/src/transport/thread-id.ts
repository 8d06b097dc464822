/** Identifies a thread in a session. A number is never reused, so a message for a lost worker cannot reach its replacement. */
export type ThreadId = number;

/** The thread that started the workers. */
export const mainThread: ThreadId = 0;
