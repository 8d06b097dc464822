/** The fields of the samples' table. */
export const agentSchema = { position: 'vec2', angle: 'f32', health: 'u8' } as const;
