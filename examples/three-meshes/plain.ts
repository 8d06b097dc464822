import { fly } from './flight.ts';
import { PlainLoader } from './plain-loader.ts';

await fly((landscape) => new PlainLoader(Math.max(1, navigator.hardwareConcurrency - 1), landscape));
