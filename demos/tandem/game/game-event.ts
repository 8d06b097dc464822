/** The events of a step that can be seen or heard. */
export type EventName =
  | 'jump'
  | 'kick' // a jump off a wall
  | 'throw'
  | 'land'
  | 'fall' // a robot goes down
  | 'return' // a robot comes back
  | 'rewind' // both robots come back, and all enemies begin again
  | 'gem'
  | 'press'
  | 'release'
  | 'open'
  | 'shut'
  | 'checkpoint'
  | 'win'
  | 'launch'
  | 'burst'
  | 'crush'
  | 'cling'
  | 'brush'; // a leech is brushed off

export interface GameEvent {
  readonly name: EventName;
  /** Position in cells. */
  readonly x: number;
  readonly y: number;
  /** Index of the player, or -1. */
  readonly player: number;
  /** Index of the entity that the event belongs to, or -1. */
  readonly entity: number;
}
