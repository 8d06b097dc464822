import { protocol } from '@doha/monitor/protocol';
import { isMutation, isStage } from './message-data.ts';

/**
 * The messages between the home thread, which owns the players and the stage, and the thread of another region. Both may send at any time. Entities that
 * migrate, and their mutations, are sent by `@doha/multiproc/shared`, which numbers them.
 */
// The compiler infers the type, from which the types of the endpoints follow.
export const homeProtocol = protocol({
  name: 'home',
  roles: ['home', 'region'],
  start: 'playing',
  states: {
    playing: {
      home: { stage: { next: 'playing', data: isStage } },
      region: { playerMutations: { next: 'playing', data: isMutation } },
    },
  },
});
