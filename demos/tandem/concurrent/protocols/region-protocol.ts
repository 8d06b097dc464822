import { protocol } from '@doha/monitor/protocol';
import {
  areEvents,
  isGenerations,
  isLoadReport,
  isRegions,
  isSchedule,
  isSetup,
  isStage,
} from './message-data.ts';

/**
 * The messages between the page and the thread of a region: calls, which are answered or fail, and topics. Tables are no messages: a reader sees only the
 * newest row. A thread that has been lost is replaced by a new one, which begins in the state `new`.
 */
// The compiler infers the type, from which the types of the endpoints follow.
export const regionProtocol = protocol({
  name: 'region',
  roles: ['page', 'region'],
  start: 'new',
  states: {
    // The page starts and stops all threads, also one that is only about to replace a lost one. Such a call fails, which does no harm.
    new: { page: { load: { next: 'loading', data: isSetup }, start: 'new', stop: 'new' } },
    loading: {
      page: fromPage('loading'),
      region: { loaded: 'loaded', failed: 'new', ...fromRegion('loading') },
    },
    // If `connect` fails because another thread was lost, the page loads the region again.
    loaded: {
      page: { load: { next: 'loading', data: isSetup }, connect: 'connecting', ...fromPage('loaded') },
      region: fromRegion('loaded'),
    },
    connecting: {
      page: fromPage('connecting'),
      region: { connected: 'playing', failed: 'loaded', ...fromRegion('connecting') },
    },
    playing: { page: fromPage('playing'), region: fromRegion('playing') },
  },
});

/** Messages of the page that do not change the state. */
function fromPage<const State extends string>(state: State) {
  return {
    start: { next: state, data: isSchedule },
    stop: state,
    regions: { next: state, data: isRegions },
    generations: { next: state, data: isGenerations },
  } as const;
}

/** Messages of a thread that do not change the state. Only the home thread publishes the stage. */
function fromRegion<const State extends string>(state: State) {
  return {
    stage: { next: state, data: isStage },
    events: { next: state, data: areEvents },
    load: { next: state, data: isLoadReport },
  } as const;
}
