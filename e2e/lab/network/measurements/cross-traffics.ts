import type { CrossTraffic } from '../endpoints/cross-traffic/beside-cross-traffic.ts';

/** Cross traffic with a name for the tables. */
export interface NamedTraffic {
  readonly name: string;
  readonly traffic: CrossTraffic;
}

const elephants: CrossTraffic = { elephants: 15 };
const mice: CrossTraffic = { mice: 80 };
const datagrams: CrossTraffic = { datagrams: 0.1 };

/** All cross traffic of the thesis at the same time. */
export const allTraffic: NamedTraffic = {
  name: 'elephants, mice and constant rate',
  traffic: { ...elephants, ...mice, ...datagrams },
};

/** The kinds of cross traffic in the thesis of Goel (2003, §4.6.1), and all of them at the same time. */
export const crossTraffics: readonly NamedTraffic[] = [
  { name: '15 elephants', traffic: elephants },
  { name: '80 mice', traffic: mice },
  { name: '10 % constant rate', traffic: datagrams },
  allTraffic,
];
