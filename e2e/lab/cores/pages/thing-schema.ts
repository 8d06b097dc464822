/** The fields of what is replicated. */
export const thingSchema = { place: 'vec2', heading: 'angle' } as const;

/** Those of the table in which torn rows are looked for: `twice` is 2 × `tick`, and all rows are alike. */
export const tickSchema = { tick: 'f64', twice: 'f64', place: 'vec3' } as const;
