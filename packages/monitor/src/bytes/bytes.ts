/** Bytes with a buffer that is not shared: `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 cannot read in published types. */
export type Bytes = ReturnType<typeof Uint8Array.of>;
