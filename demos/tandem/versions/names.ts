/** The loops that can run the game. */
export const versionNames = ['monolithic', 'sliced', 'adaptive'] as const;
export type VersionName = (typeof versionNames)[number];
