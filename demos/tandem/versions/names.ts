/** The loops that can run the game. The last one uses several threads. */
export const versionNames = ['monolithic', 'sliced', 'adaptive', 'concurrent'] as const;
export type VersionName = (typeof versionNames)[number];
