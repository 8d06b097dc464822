/** The fields of the table of agents in the conformance tests. */
export const agentSchema = { position: 'vec2', angle: 'f32', health: 'u8' } as const;
