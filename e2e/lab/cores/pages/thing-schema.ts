/** The schema of the replicated things. */
export const thingSchema = { position: 'vec2', heading: 'angle' } as const;

/** The schema of tables that are checked for torn rows. `twice` is 2 × `tick`, and all rows of a snapshot are equal. */
export const tickSchema = { tick: 'f64', twice: 'f64', position: 'vec3' } as const;
