/** The fields of the tables by which two workers see one another. */
export const ballSchema = { turn: 'f64', load: 'mat4' } as const;

/** Of `load`. */
export const bytesOfRow = 64;
