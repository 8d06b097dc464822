/** Bulk data in bursts, with a pause after each. Times are in ms. */
export interface Bursts {
  /** Duration of a burst. 0: only steady flows send bulk data. */
  readonly lasting: number;
  readonly pause: number;
  /** Time by which the bursts of a flow are earlier than the bursts of the previous flow. Default: 0. */
  readonly stagger?: number;
  /** Number of flows without pauses, the first ones. Default: 0. */
  readonly steadyFlows?: number;
  /** Time at which a flow may begin to send bulk data. Default: 0. */
  readonly begin?: number;
}

/** Whether a flow sends bulk data. `flow`: its number. `time`: ms since its connection was opened. */
export function isInBurst(bursts: Bursts, flow: number, time: number): boolean {
  const { begin = 0, lasting, pause, stagger = 0, steadyFlows = 0 } = bursts;
  if (time < begin) return false;
  return flow < steadyFlows || (time + flow * stagger) % (lasting + pause) < lasting;
}
