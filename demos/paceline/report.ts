import type { Side } from './network/network.ts';

/** The report of the page. */
export interface Report {
  /** Mean latency of inputs in the last second in ms; undefined without inputs. */
  readonly inputs: Readonly<Record<Side, number | undefined>>;
  /** Whether the page uses a real network, and not the simulated one. */
  readonly hasRealNetwork: boolean;
}
