// What two threads tell one another goes in envelopes: an array of records one after another, each a code and what belongs to it. Flat,
// because arrays within an array cost several times as much to copy.
//
// To a worker:
//   Run      slot, index of the function, priority, color or undefined, whether a result is wanted, number of arguments, ...arguments
//   Cancel   slot
//   Ping
//   News     a telegram to its part in what all threads share
//   Watch    shared memory, 1 × i32, in which it keeps the slot of the job that it works on, -1 while that is none
//
// From a worker:
//   Here     names of its functions                  the first one
//   Done     slot, value
//   Ended    slot                                    done, and nobody wants the value
//   Failed   slot, error
//   Dropped  slot                                    cancelled before its end
//   Spent    jobs, ms                                how many jobs have ended since the last Spent, and in what time
//   Pong
//   News     a telegram to who has the directories

/** Codes of records to a worker. */
export const ToWorker = { run: 0, cancel: 1, ping: 2, news: 3, watch: 4 } as const;

/** Codes of records from a worker. */
export const FromWorker = {
  here: 0,
  done: 1,
  ended: 2,
  failed: 3,
  dropped: 4,
  spent: 5,
  pong: 6,
  news: 7,
} as const;

/** Version of the format; the first thing that a worker tells. */
export const envelopeVersion = 1;
