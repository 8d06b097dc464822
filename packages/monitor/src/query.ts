export { type Cause, type Causes, causesOf, type CausesOptions } from './query/causes-of.ts';
export { type LateFrame, lateFrameAt, lateFrames, lateTimers } from './query/late-events.ts';
export {
  type ChainLink,
  type Follows,
  type Link,
  type LinkFinder,
  linksInThread,
  linksOfMessages,
  linksOfPools,
} from './query/links.ts';
export { messageTimes, type MessageTimes } from './query/message-times.ts';
export { nameStatistics, type NameStatistics } from './query/name-statistics.ts';
export type { BusyEvent } from './query/own-times.ts';
export { selectEvents, type Selection } from './query/select-events.ts';
export { threadStatistics, type ThreadStatistics } from './query/thread-statistics.ts';
