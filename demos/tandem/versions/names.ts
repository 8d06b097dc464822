/** The loops that can run the game in one thread. */
export const versionNames = ['monolithic', 'sliced', 'adaptive'] as const;
export type VersionName = (typeof versionNames)[number];

/** All that can run the game. */
export const gameVersionNames = [...versionNames, 'concurrent'] as const;
export type GameVersionName = (typeof gameVersionNames)[number];
