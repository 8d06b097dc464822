import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { root } from '../../../tools/repository.mjs';

/** One direction of the bottleneck. */
export interface LinkDirection {
  /** Bits per second. */
  readonly rate: number;
  /** One-way delay, in ms. */
  readonly delay: number;
  /** Capacity of the queue, in bytes. Packets that do not fit are dropped. */
  readonly queue: number;
}

/** A one-way delay that changes at random. Times are in ms. */
export interface DelayVariation {
  /** The bounds of the delay, which is uniformly distributed between them. */
  readonly from: number;
  readonly to: number;
  /** Time between changes. 0 ends the variation. */
  readonly every: number;
  readonly seed: number;
}

/** Drop-tail, CoDel (RFC 8289), or FQ-CoDel (RFC 8290). */
export type QueueManagement = 'dropTail' | 'codel' | 'fqCodel';

/** Parameters of CoDel for each queue. Times are in ms. */
export interface CodelOptions {
  /** Marks packets of senders that support ECN instead of dropping them (RFC 3168). Default: false. */
  readonly ecn?: boolean;
  /** The accepted delay of a standing queue. Default: 5. */
  readonly target?: number;
  /** Time above the target before the first drop. Default: 100. */
  readonly interval?: number;
}

/** The names of the kinds of queue management in commands to the bottleneck. */
const kindOf: Readonly<Record<QueueManagement, string>> = {
  dropTail: 'tail',
  codel: 'codel',
  fqCodel: 'fq_codel',
};

/** The namespace of a program: senders run on the `left`, receivers on the `right`. */
export type Side = 'left' | 'right';

/** The number of the direction of packets that come from each side, in commands to the bottleneck. */
const directionFrom: Readonly<Record<Side, 0 | 1>> = { left: 0, right: 1 };

/** Counters of one direction, since the lab was created. */
export interface Counts {
  readonly packets: number;
  readonly bytes: number;
  /** Packets dropped by the full queue, or by the policer. */
  readonly dropped: number;
  /** Packets that queue management dropped before the queue was full. */
  readonly droppedEarly: number;
  /** Packets that queue management marked as having experienced congestion. */
  readonly marked: number;
  /** Packets lost at random. */
  readonly lost: number;
  /** Packets dropped in holes, see {@link Lab.hole}. */
  readonly inHoles: number;
  /** Bytes that left the queue, including those lost at random behind it. */
  readonly carried: number;
  /** Maximum delay of a packet beyond its computed arrival, in ms, since the previous count. */
  readonly maxLateness: number;
}

const hasIpv6 = existsSync('/proc/sys/net/ipv6');

/** The IP addresses of the sides. */
export const addressOf: Readonly<Record<Side, string>> = { left: '10.77.0.1', right: '10.77.0.2' };

/** The reason why this machine cannot run a lab; undefined if it can. */
export function whyNoLab(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces exist only on Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  if (!existsSync('/dev/net/tun')) return 'there is no /dev/net/tun';
  if (!succeeds('gcc', ['--version'])) return 'gcc is not installed';
  if (!succeeds('ip', ['-V'])) return 'ip (iproute2) is not installed';
  return succeeds('unshare', ['--net', 'true']) ? undefined : 'this system allows no network namespaces';
}

/** Two network namespaces and a configurable link between them: the TCP of the system over an emulated bottleneck. */
export class Lab {
  /**
   * Whether endpoints in Node have real-time priority. Without it, other load of the machine raises
   * high percentiles of latency. Measurements use it; tests of the gate do not.
   */
  readonly isRealTime: boolean;
  #names: Readonly<Record<Side, string>>;
  #bottleneck: ChildProcess;
  #answers: Interface;
  #programs: Set<ChildProcess> = new Set();
  #lastCommand: Promise<unknown> = Promise.resolve();
  #down = (): void => this.down();

  private constructor(names: Readonly<Record<Side, string>>, bottleneck: ChildProcess, isRealTime: boolean) {
    this.isRealTime = isRealTime;
    this.#names = names;
    this.#bottleneck = bottleneck;
    this.#answers = createInterface({ input: bottleneck.stdout! });
    process.once('exit', this.#down);
  }

  /** Creates a lab. Rejects with an Error if {@link whyNoLab} returns a reason, or if a command of the system fails. */
  static async up({ isRealTime = false }: Partial<Pick<Lab, 'isRealTime'>> = {}): Promise<Lab> {
    const why = whyNoLab();
    if (why !== undefined) throw new Error(`Lab.up: ${why}`);
    removeLeftovers();
    const own = `${prefix}${process.pid}-${labs++}`;
    const names = { left: `${own}-left`, right: `${own}-right` };
    for (const name of Object.values(names)) ip('netns', 'add', name);
    const bottleneck = spawn(compile(), [names.left, names.right], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lab = new Lab(names, bottleneck, isRealTime);
    try {
      await lab.#answer();
      lab.#configure('left', 'right');
      lab.#configure('right', 'left');
      return lab;
    } catch (error) {
      lab.down();
      throw error;
    }
  }

  #configure(side: Side, other: Side): void {
    const at = ['-n', this.#names[side]] as const;
    ip(...at, 'link', 'set', 'lo', 'up');
    setSystem(this.#names[side], `net.ipv4.ip_local_port_range=${chosenPorts}`);
    // Otherwise the first timeouts of a connection depend on the round trips of the run before.
    setSystem(this.#names[side], 'net.ipv4.tcp_no_metrics_save=1');
    // Without a link-local address IPv6 sends nothing. Its packets would consume random numbers, and so change which packets are lost.
    if (hasIpv6) ip(...at, 'link', 'set', 'narrow', 'addrgenmode', 'none');
    ip(...at, 'address', 'add', addressOf[side], 'peer', addressOf[other], 'dev', 'narrow');
    ip(...at, 'link', 'set', 'narrow', 'up', 'txqueuelen', '10000');
  }

  /** Configures the directions from the given sides, by default both. Also works while packets are in transit. */
  async set(settings: Partial<LinkDirection>, ...from: readonly Side[]): Promise<void> {
    for (const side of from.length > 0 ? from : (['left', 'right'] as const)) {
      const direction = directionFrom[side];
      if (settings.rate !== undefined) await this.#execute(`rate ${direction} ${settings.rate}`);
      if (settings.delay !== undefined) await this.#execute(`delay ${direction} ${1000 * settings.delay}`);
      if (settings.queue !== undefined) await this.#execute(`queue ${direction} ${settings.queue}`);
    }
  }

  /** Sets the congestion control that TCP uses from one side, and its initial window in segments. */
  congestionControl(side: Side, name: 'reno' | 'cubic' | 'bbr', initialWindow = 10): void {
    const other = side === 'left' ? 'right' : 'left';
    ip(
      '-n',
      this.#names[side],
      'route',
      'replace',
      addressOf[other],
      'dev',
      'narrow',
      'src',
      addressOf[side],
      'congctl',
      name,
      'initcwnd',
      String(initialWindow),
    );
  }

  /** Replaces the one-way delay of packets from one side by one that changes at random. Packets stay in order. */
  async varyDelay(side: Side, { every, from, seed, to }: DelayVariation): Promise<void> {
    const times = [from, to, every].map((time) => 1000 * time).join(' ');
    await this.#execute(`vary ${directionFrom[side]} ${times} ${seed}`);
  }

  /**
   * Sets the management of the queue of packets from one side. If `ecn`, the TCP of both sides
   * requests ECN. Otherwise it has the default of Linux.
   */
  async queueManagement(
    side: Side,
    kind: QueueManagement,
    { ecn = false, interval = 100, target = 5 }: CodelOptions = {},
  ): Promise<void> {
    const times = [target, interval].map((time) => 1000 * time).join(' ');
    await this.#execute(`manage ${directionFrom[side]} ${kindOf[kind]} ${times} ${Number(ecn)}`);
    for (const name of Object.values(this.#names)) setEcn(name, ecn);
  }

  /** Delays packets from one side at random by up to `max` ms before the queue. Packets stay in order. */
  async jitter(from: Side, max: number, seed: number): Promise<void> {
    await this.#execute(`jitter ${directionFrom[from]} ${1000 * max} ${seed}`);
  }

  /**
   * Loses packets from one side at random. `probability`: in [0, 1]. `inARow`: the mean number of consecutive losses. If it is 1, losses are independent.
   */
  async lose(from: Side, probability: number, seed: number, inARow = 1): Promise<void> {
    const direction = directionFrom[from];
    const isInBursts = inARow > 1 && probability > 0;
    const leave = 1 / inARow;
    const enter = isInBursts ? (leave * probability) / (1 - probability) : 0;
    await this.#execute(`loss ${direction} ${isInBursts ? 0 : probability} ${seed}`);
    await this.#execute(`burst ${direction} ${enter} ${leave} ${seed}`);
  }

  /** Drops all packets, or only the packets of one TCP or UDP port, in both directions for a period that begins now. */
  async hole(milliseconds: number, port = 0): Promise<void> {
    for (const direction of [0, 1]) await this.#execute(`hole ${direction} ${port} ${milliseconds}`);
  }

  /**
   * Drops the packets from one side that exceed a token bucket, as a policer of a provider does.
   * `rate`: bits per second; 0 ends the policing. `burst`: bytes of the bucket.
   */
  async police(from: Side, rate: number, burst: number): Promise<void> {
    await this.#execute(`police ${directionFrom[from]} ${rate} ${burst}`);
  }

  /** Returns the counters of each direction, by the side from which its packets come. */
  async count(): Promise<Readonly<Record<Side, Counts>>> {
    const numbers = (await this.#execute('count')).split(' ').slice(1).map(Number);
    return { left: countsOf(numbers.slice(0, 9)), right: countsOf(numbers.slice(9)) };
  }

  /**
   * Writes a line into a file for each packet that arrives from now on: µs, direction, queued
   * bytes, and 1 if the packet was dropped. Undefined stops the trace.
   */
  async trace(path: string | undefined): Promise<void> {
    await this.#execute(`trace ${path ?? '-'}`);
  }

  /** Starts a program in the namespace of one side. */
  start(side: Side, command: string, args: readonly string[]): ChildProcess {
    const all = ['netns', 'exec', this.#names[side], command, ...args];
    const program = spawn('ip', all, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#programs.add(program);
    program.once('exit', () => this.#programs.delete(program));
    return program;
  }

  /** Starts a program of Node in the namespace of one side, with real-time priority if the lab has it. */
  startNode(side: Side, args: readonly string[]): ChildProcess {
    const priority = this.isRealTime ? ['chrt', '-r', '10'] : [];
    const [command, ...rest] = [...priority, process.execPath, ...args];
    return this.start(side, command!, rest);
  }

  /** Kills all programs of the lab and removes its namespaces. May be called in any state of the lab. */
  down(): void {
    process.off('exit', this.#down);
    for (const program of this.#programs) program.kill('SIGKILL');
    this.#bottleneck.kill('SIGKILL');
    this.#answers.close();
    for (const name of Object.values(this.#names)) removeNamespace(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.down();
  }

  // Commands run one after another, because answers do not name their command.
  #execute(line: string): Promise<string> {
    const executed = this.#lastCommand.then(() => this.#executeNow(line));
    this.#lastCommand = executed.catch(() => {});
    return executed;
  }

  async #executeNow(line: string): Promise<string> {
    this.#bottleneck.stdin!.write(`${line}\n`);
    const answer = await this.#answer();
    if (!answer.startsWith('ok')) throw new Error(`Lab: ${line}: ${answer}`);
    return answer;
  }

  async #answer(): Promise<string> {
    const [line] = (await once(this.#answers, 'line')) as [string];
    return line;
  }
}

function countsOf(numbers: readonly number[]): Counts {
  const [packets = 0, bytes = 0, dropped = 0, lost = 0, inHoles = 0, ...others] = numbers;
  const [carried = 0, droppedEarly = 0, marked = 0, maxLateness = 0] = others;
  const ofQueue = { dropped, droppedEarly, marked };
  return { packets, bytes, ...ofQueue, lost, inHoles, carried, maxLateness: maxLateness / 1000 };
}

const prefix = 'doha-lab-';
/** The local ports that the system chooses. Endpoints choose their own ports, which are higher. */
const chosenPorts = '10000 19999';
/** Number of labs that this process has created. */
let labs = 0;

/** Removes the namespaces of labs whose process has ended. */
function removeLeftovers(): void {
  const folder = '/run/netns';
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeNamespace(name);
  }
}

function removeNamespace(name: string): void {
  try {
    for (const id of ipText('netns', 'pids', name).split('\n').filter(Boolean))
      process.kill(Number(id), 'SIGKILL');
    ip('netns', 'delete', name);
  } catch {
    // It no longer exists.
  }
}

/** Lets the TCP of a namespace request ECN, or only accept it, which is the default of Linux. */
function setEcn(name: string, isRequested: boolean): void {
  setSystem(name, `net.ipv4.tcp_ecn=${isRequested ? 1 : 2}`);
}

/** Changes a setting of the system in a namespace. */
function setSystem(name: string, setting: string): void {
  ip('netns', 'exec', name, 'sysctl', '-q', '-w', setting);
}

const sources = ['bottleneck.c', 'managed-queue.h', 'codel.h', 'packet.h'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

function compile(): string {
  const folder = `${root}node_modules/.cache/netlab`;
  const program = join(folder, 'bottleneck');
  const changed = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  if (existsSync(program) && statSync(program).mtimeMs > changed) return program;
  mkdirSync(folder, { recursive: true });
  const fresh = `${program}-${process.pid}`; // another process may compile at the same time
  execFileSync('gcc', ['-O2', '-o', fresh, sources[0]!, '-lm']);
  renameSync(fresh, program);
  return program;
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function ipText(...args: readonly string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function succeeds(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
