import { element } from '../lib/element.ts';
import { Controls } from './controls.ts';
import { History } from './latency-history.ts';
import { type Arrival, type Network, type NetworkListener, type Side, sides } from './network.ts';
import { Pointer } from './pointer.ts';
import { RealNetwork } from './real-network.ts';
import type { Report } from './report.ts';
import type { Settings } from './settings.ts';
import { SideView } from './side-view.ts';
import { SimulatedNetwork } from './simulated/simulated-network.ts';
import { Stopwatch } from './pausable-clock.ts';

/** Ms from one picture of the plots to the next. */
const plotEvery = 50;

/** Ms after which the plain connection is given up: nobody plays on, and what waits takes memory. */
const patience = 10_000;

/** Inputs by Paceline after which the page leaves its report, and after as many again another one. */
const enough = 120;

/** The page: a network, what it is told, and what is seen of it. */
export class Demo {
  readonly watch: Stopwatch = new Stopwatch();
  #pointer: Pointer = new Pointer();
  #controls: Controls;
  #views: Readonly<Record<Side, SideView>>;
  #histories: Readonly<Record<Side, History>>;
  #network: Network;
  #beganAt = 0;
  #shownAt = -Infinity;
  #isTooLate = false;
  #givenUp = 0;
  #inputs = 0;

  constructor() {
    this.#controls = new Controls((settings) => this.#network.set(settings));
    this.#histories = this.#newHistories();
    this.#network = this.#simulate();
    this.#views = { plain: this.#view('plain'), paceline: this.#view('paceline') };
  }

  get isReal(): boolean {
    return this.#network instanceof RealNetwork;
  }

  /** Shows where everything is. `now`: ms on any clock. */
  advanceTo(now: number): void {
    this.watch.advanceTo(now);
    this.#go();
    for (const side of sides) this.#views[side].move(this.#pointer, this.#histories[side].newest);
    if (now - this.#shownAt < plotEvery) return;
    this.#shownAt = now;
    this.#show();
  }

  /** Lets so many ms pass at once, as far as the network has a time of its own. */
  skip(time: number): void {
    const step = 20;
    for (let passed = 0; passed < time; passed += step) {
      this.watch.time += step;
      this.#go();
    }
  }

  /** Everything as at first. */
  reset(): void {
    this.#controls.reset();
    if (this.isReal) this.#network.reconnect();
    else this.simulate();
    this.#forget();
  }

  /** Sends nothing, or goes on. */
  pause(isPaused: boolean): void {
    this.watch.isPaused = isPaused;
    this.#network.pause(isPaused);
  }

  /** Links are simulated from now on. */
  simulate(): void {
    this.#network.close();
    this.#network = this.#simulate();
    this.#forget();
  }

  /** Links are the server's from now on. Rejects with an Error if there are none; `failed` is told when there are none any more. */
  async connect(address: URL, failed: (reason: string) => void): Promise<void> {
    const network = await RealNetwork.open(address, this.#controls.settings, this.#listener(failed));
    this.#network.close();
    this.#network = network;
    network.pause(this.watch.isPaused);
    this.#forget();
  }

  #simulate(): Network {
    this.#beganAt = this.watch.time;
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
    this.#histories[side].note(arrival, this.watch.time);
    if (side === 'plain' && latency >= patience) this.#isTooLate = true;
    if (side === 'paceline' && kind === 'inputs' && ++this.#inputs % enough === 0) this.#leaveReport();
  }

  #go(): void {
    const { time } = this.watch;
    for (const side of sides) this.#histories[side].advanceTo(time);
    this.#pointer.advanceTo(time);
    this.#network.point(this.#pointer.x, this.#pointer.y);
    this.#network.advanceTo(time - this.#beganAt);
    this.#isTooLate ||= time - this.#histories.plain.heardAt > patience;
    if (this.#isTooLate) this.#giveUp();
  }

  #giveUp(): void {
    this.#isTooLate = false;
    this.#givenUp++;
    this.#histories.plain.heardAt = this.watch.time;
    this.#network.reconnect();
    this.#sayGivenUp();
  }

  #show(): void {
    const path = this.#controls.settings.link.roundTrip / 2;
    for (const side of sides) this.#views[side].show(this.#histories[side], path);
    this.#controls.show(this.#histories);
  }

  #forget(): void {
    this.#histories = this.#newHistories();
    this.#givenUp = 0;
    this.#inputs = 0;
    this.#sayGivenUp();
  }

  #sayGivenUp(): void {
    const said = document.querySelector<HTMLElement>('#plain .given-up')!;
    const times = this.#givenUp === 1 ? 'once' : `${this.#givenUp} times`;
    said.hidden = this.#givenUp === 0;
    said.textContent = `Ten seconds late: given up ${times}, with all that waited, and connected anew.`;
  }

  #newHistories(): Readonly<Record<Side, History>> {
    const { time } = this.watch;
    return { plain: new History(time), paceline: new History(time) };
  }

  #view(side: Side): SideView {
    return new SideView(element(side, HTMLElement), this.#pointer);
  }

  #leaveReport(): void {
    const { paceline, plain } = this.#histories;
    const inputs = { plain: plain.latency('inputs'), paceline: paceline.latency('inputs') };
    (globalThis as { report?: Report }).report = { inputs, isReal: this.isReal };
  }
}
