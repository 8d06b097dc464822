/** The schema of the tables through which two workers play ping-pong. */
export const ballSchema = { turn: 'f64', load: 'mat4' } as const;

/** Bytes of `load` in one row. */
export const bytesOfRow = 64;
