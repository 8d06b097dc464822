/** Number of records that the thread of `write-records.test.setup.ts` writes. */
export const recordsOfWriter = 400_000;
