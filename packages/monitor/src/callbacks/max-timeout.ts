/** The longest time of `setTimeout`, in ms: about 25 days. For a longer one it calls its function at once. */
export const maxTimeout: number = 2 ** 31 - 1;
