/** The loops that can run the game: those in one thread, then the one in several. */
export const versionNames = ['monolithic', 'sliced', 'adaptive', 'concurrent'] as const;
export type VersionName = (typeof versionNames)[number];
