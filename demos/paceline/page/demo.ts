import { element } from '../../lib/element.ts';
import { Controls } from './controls.ts';
import { LatencyHistory } from './latency-history.ts';
import { type Arrival, type Network, type NetworkListener, type Side, sides } from '../network/network.ts';
import { Pointer } from './pointer.ts';
import { RealNetwork } from '../network/real-network.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../network/settings.ts';
import { SideView } from './side-view.ts';
import { SimulatedNetwork } from '../network/simulated/simulated-network.ts';
import { PausableClock } from './pausable-clock.ts';

/** Time in ms between two updates of the plots. */
const plotPeriod = 50;

/**
 * Latency in ms above which the plain connection is reconnected. A game would be unplayable, and
 * the queue would need more and more memory.
 */
const maxLatency = 10_000;

/** The page writes a report whenever this number of inputs has arrived by Paceline. */
const inputsPerReport = 120;

/** The page: it connects the controls, a network and the views. */
export class Demo {
  readonly clock: PausableClock = new PausableClock();
  #pointer: Pointer = new Pointer();
  #controls: Controls;
  #views: Readonly<Record<Side, SideView>>;
  #histories: Readonly<Record<Side, LatencyHistory>>;
  #network: Network;
  #startTime = 0;
  #shownAt = -Infinity;
  #isTooLate = false;
  #reconnects = 0;
  #inputs = 0;

  constructor() {
    this.#controls = new Controls((settings) => this.#network.set(settings));
    this.#histories = this.#newHistories();
    this.#network = this.#simulate();
    this.#views = { plain: this.#view('plain'), paceline: this.#view('paceline') };
  }

  get hasRealNetwork(): boolean {
    return this.#network instanceof RealNetwork;
  }

  /**
   * Advances the clock, the pointer and the network to `now`, in ms on any clock, and updates the
   * views.
   */
  advanceTo(now: number): void {
    this.clock.advanceTo(now);
    this.#advance();
    for (const side of sides) this.#views[side].move(this.#pointer, this.#histories[side].pointer);
    if (now - this.#shownAt < plotPeriod) return;
    this.#shownAt = now;
    this.#show();
  }

  /** Advances simulated time by `time` ms at once. */
  skip(time: number): void {
    const step = 20;
    for (let passed = 0; passed < time; passed += step) {
      this.clock.time += step;
      this.#advance();
    }
  }

  /** Restores the initial state. */
  reset(): void {
    this.#controls.reset();
    if (this.hasRealNetwork) this.#network.reconnect();
    else this.simulate();
    this.#clear();
  }

  /** Stops or resumes sending. */
  pause(isPaused: boolean): void {
    this.clock.isPaused = isPaused;
    this.#network.pause(isPaused);
  }

  /** Switches to simulated links. */
  simulate(): void {
    this.#network.close();
    this.#network = this.#simulate();
    this.#clear();
  }

  /** Switches to the links of the server. Rejects with an Error if there are none. Calls `failed` if they fail later. */
  async connect(address: URL, failed: (reason: string) => void): Promise<void> {
    const network = await RealNetwork.open(address, this.#controls.settings, this.#listener(failed));
    this.#network.close();
    this.#network = network;
    network.pause(this.clock.isPaused);
    this.#clear();
  }

  #simulate(): Network {
    this.#startTime = this.clock.time;
    const settings: Settings = this.#controls.settings;
    return new SimulatedNetwork(
      settings,
      this.#listener(() => {}),
    );
  }

  #listener(failed: (reason: string) => void): NetworkListener {
    return { arrived: (arrival) => this.#arrived(arrival), failed };
  }

  #arrived(arrival: Arrival): void {
    const { kind, latency, side } = arrival;
    this.#histories[side].record(arrival, this.clock.time);
    if (side === 'plain' && latency >= maxLatency) this.#isTooLate = true;
    if (side === 'paceline' && kind === 'inputs' && ++this.#inputs % inputsPerReport === 0)
      this.#writeReport();
  }

  #advance(): void {
    const { time } = this.clock;
    for (const side of sides) this.#histories[side].advanceTo(time);
    this.#pointer.advanceTo(time);
    this.#network.movePointer(this.#pointer.x, this.#pointer.y);
    this.#network.advanceTo(time - this.#startTime);
    this.#isTooLate ||= time - this.#histories.plain.lastArrival > maxLatency;
    if (this.#isTooLate) this.#reconnectPlain();
  }

  #reconnectPlain(): void {
    this.#isTooLate = false;
    this.#reconnects++;
    this.#histories.plain.lastArrival = this.clock.time;
    this.#network.reconnect();
    this.#showReconnects();
  }

  #show(): void {
    const path = this.#controls.settings.link.roundTrip / 2;
    for (const side of sides) this.#views[side].show(this.#histories[side], path);
    this.#controls.show(this.#histories);
  }

  #clear(): void {
    this.#histories = this.#newHistories();
    this.#reconnects = 0;
    this.#inputs = 0;
    this.#showReconnects();
  }

  #showReconnects(): void {
    const note = document.querySelector<HTMLElement>('#plain .given-up')!;
    const times = this.#reconnects === 1 ? 'once' : `${this.#reconnects} times`;
    note.hidden = this.#reconnects === 0;
    note.textContent = `Ten seconds late: connection closed ${times} with its queue, and opened again.`;
  }

  #newHistories(): Readonly<Record<Side, LatencyHistory>> {
    const { time } = this.clock;
    return { plain: new LatencyHistory(time), paceline: new LatencyHistory(time) };
  }

  #view(side: Side): SideView {
    return new SideView(element(side, HTMLElement), this.#pointer);
  }

  #writeReport(): void {
    const { paceline, plain } = this.#histories;
    const inputs = { plain: plain.latency('inputs'), paceline: paceline.latency('inputs') };
    (globalThis as { report?: Report }).report = { inputs, hasRealNetwork: this.hasRealNetwork };
  }
}
