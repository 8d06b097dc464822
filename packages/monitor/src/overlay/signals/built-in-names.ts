/** Names of the signals that the overlay computes itself. */
export const builtInNames = {
  frameRate: 'frames',
  longest: 'longest callback',
  lateness: 'lateness p95',
  drops: 'drops',
  updated: 'updates per window',
  cancelled: 'cancelled per window',
  /** The beginning of the name. The name of the thread follows. */
  busy: 'busy: ',
} as const;
