const c = 0.4;
const beta = 0.7;

/** CUBIC (RFC 9438) with HyStart's delay threshold, as Linux has it. Windows are in segments. */
export class Cubic {
  cwnd = 10;
  ssthresh: number;
  #lastMax = 0;
  #epochAt = NaN;
  #origin = 0;
  #k = 0;
  #estimate = 0; // of Reno's window
  // HyStart
  #leastRtt = Infinity;
  #roundEnd = 0;
  #samples = 0;
  #roundRtt = Infinity;

  /** `ssthresh`: the window at which the first slow start ends at the latest. */
  constructor(ssthresh: number) {
    this.ssthresh = ssthresh;
  }

  get isSlowStart(): boolean {
    return this.cwnd < this.ssthresh;
  }

  acknowledge(segments: number, now: number, srtt: number, isLimited: boolean): void {
    if (this.isSlowStart) {
      if (isLimited) this.cwnd = Math.min(this.ssthresh, this.cwnd + segments);
      return;
    }
    if (!isLimited) return;
    if (Number.isNaN(this.#epochAt)) {
      this.#epochAt = now;
      this.#estimate = this.cwnd;
      this.#k = this.cwnd < this.#lastMax ? Math.cbrt((this.#lastMax - this.cwnd) / c) : 0;
      this.#origin = Math.max(this.#lastMax, this.cwnd);
    }
    const time = (now - this.#epochAt + srtt) / 1000 - this.#k;
    const target = this.#origin + c * time ** 3;
    this.cwnd +=
      target > this.cwnd
        ? (Math.min(target, 1.5 * this.cwnd) - this.cwnd) * (segments / this.cwnd)
        : segments / (100 * this.cwnd);
    this.#estimate += ((3 * (1 - beta)) / (1 + beta)) * (segments / this.cwnd);
    if (this.#estimate > this.cwnd) this.cwnd = this.#estimate;
  }

  lose(): void {
    this.#epochAt = NaN;
    this.#lastMax = this.cwnd < this.#lastMax ? (this.cwnd * (1 + beta)) / 2 : this.cwnd;
    this.ssthresh = Math.max(2, this.cwnd * beta);
  }

  /** After an idle time of `timeouts` retransmission timeouts. */
  restart(timeouts: number): void {
    this.ssthresh = Math.max(this.ssthresh, 0.75 * this.cwnd);
    this.cwnd = Math.max(Math.min(10, this.cwnd), this.cwnd / 2 ** Math.floor(timeouts));
    this.#epochAt = NaN;
  }

  sample(rtt: number, acked: number, next: number): void {
    this.#leastRtt = Math.min(this.#leastRtt, rtt);
    if (!this.isSlowStart || this.cwnd < 16) return;
    if (acked > this.#roundEnd) {
      this.#roundEnd = next;
      this.#samples = 0;
      this.#roundRtt = Infinity;
    }
    this.#roundRtt = Math.min(this.#roundRtt, rtt);
    if (++this.#samples < 8) return;
    const threshold = Math.min(16, Math.max(4, this.#leastRtt / 8));
    if (this.#roundRtt > this.#leastRtt + threshold) this.ssthresh = this.cwnd;
  }
}
