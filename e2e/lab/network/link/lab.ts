import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { root } from '../../../tools/repository.mjs';

/** One way through the bottleneck. */
export interface Way {
  /** Bits per second. */
  readonly rate: number;
  /** Ms. */
  readonly delay: number;
  /** Bytes that wait at the most; what does not fit is dropped. */
  readonly queue: number;
}

/** Where a program runs: `left` is where senders are, `right` their receivers. */
export type Side = 'left' | 'right';

/** From which side packets come. */
const directionFrom: Readonly<Record<Side, 0 | 1>> = { left: 0, right: 1 };

/** What one way has done since the lab came up. */
export interface Counts {
  readonly packets: number;
  readonly bytes: number;
  /** Did not fit into the queue. */
  readonly dropped: number;
  /** Were lost by chance. */
  readonly lost: number;
  readonly inHoles: number;
  /** Bytes that the link had time for, those that were lost by chance behind it too. */
  readonly carried: number;
  /** Ms that a packet was later than it should have been, at the most, since this was last asked. */
  readonly latest: number;
}

const hasIpv6 = existsSync('/proc/sys/net/ipv6');

/** The addresses of the sides, as seen from the other one. */
export const addressOf: Readonly<Record<Side, string>> = { left: '10.77.0.1', right: '10.77.0.2' };

/** Why there can be no lab here; undefined: there can. */
export function whyNoLab(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are of Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  if (!existsSync('/dev/net/tun')) return 'there is no /dev/net/tun';
  if (!succeeds('gcc', ['--version'])) return 'gcc is not installed';
  if (!succeeds('ip', ['-V'])) return 'ip (iproute2) is not installed';
  return succeeds('unshare', ['--net', 'true']) ? undefined : 'this system allows no network namespaces';
}

/** Two network namespaces, and between them a link as one likes it: real TCP of the system over a bottleneck that is computed. */
export class Lab {
  /** Whether ends in Node go before whatever else the machine does, which else shows in the tails of latencies; not for the gate. */
  readonly isRealTime: boolean;
  #names: Readonly<Record<Side, string>>;
  #bottleneck: ChildProcess;
  #answers: Interface;
  #programs: Set<ChildProcess> = new Set();
  #lastOrder: Promise<unknown> = Promise.resolve();
  #down = (): void => this.down();

  private constructor(names: Readonly<Record<Side, string>>, bottleneck: ChildProcess, isRealTime: boolean) {
    this.isRealTime = isRealTime;
    this.#names = names;
    this.#bottleneck = bottleneck;
    this.#answers = createInterface({ input: bottleneck.stdout! });
    process.once('exit', this.#down);
  }

  /** Brings a lab up. Rejects with an Error where {@link whyNoLab} has a reason, or where the system fails. */
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
    // Without an address of its own IPv6 sends nothing: its packets would take random numbers that decide which packets are lost.
    if (hasIpv6) ip(...at, 'link', 'set', 'narrow', 'addrgenmode', 'none');
    ip(...at, 'address', 'add', addressOf[side], 'peer', addressOf[other], 'dev', 'narrow');
    ip(...at, 'link', 'set', 'narrow', 'up', 'txqueuelen', '10000');
  }

  /** Makes one way, or both, as it is to be; also while something is under way. */
  async set(way: Partial<Way>, ...from: readonly Side[]): Promise<void> {
    for (const side of from.length > 0 ? from : (['left', 'right'] as const)) {
      const direction = directionFrom[side];
      if (way.rate !== undefined) await this.#order(`rate ${direction} ${way.rate}`);
      if (way.delay !== undefined) await this.#order(`delay ${direction} ${1000 * way.delay}`);
      if (way.queue !== undefined) await this.#order(`queue ${direction} ${way.queue}`);
    }
  }

  /** Which congestion control the system uses from one side. */
  congestionControl(side: Side, name: 'reno' | 'cubic' | 'bbr'): void {
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
    );
  }

  /** Lets packets from one side come up to so many ms later to the queue, by chance, in order. */
  async jitter(from: Side, most: number, seed: number): Promise<void> {
    await this.#order(`jitter ${directionFrom[from]} ${1000 * most} ${seed}`);
  }

  /**
   * Loses packets from one side by chance. `probability`: in [0, 1]; `inARow`: so many one after another, in the mean; with 1 each is lost by itself, whatever
   * became of the one before.
   */
  async lose(from: Side, probability: number, seed: number, inARow = 1): Promise<void> {
    const direction = directionFrom[from];
    const isInBursts = inARow > 1 && probability > 0;
    const leave = 1 / inARow;
    const enter = isInBursts ? (leave * probability) / (1 - probability) : 0;
    await this.#order(`loss ${direction} ${isInBursts ? 0 : probability} ${seed}`);
    await this.#order(`burst ${direction} ${enter} ${leave} ${seed}`);
  }

  /** From now on, for so many ms, nothing comes through either way, or nothing of a port. */
  async hole(milliseconds: number, port = 0): Promise<void> {
    for (const direction of [0, 1]) await this.#order(`hole ${direction} ${port} ${milliseconds}`);
  }

  /** What each way has done, by the side from which it comes. */
  async count(): Promise<Readonly<Record<Side, Counts>>> {
    const numbers = (await this.#order('count')).split(' ').slice(1).map(Number);
    return { left: countsOf(numbers.slice(0, 7)), right: countsOf(numbers.slice(7)) };
  }

  /** Writes into a file from now on how much waits when a packet comes; undefined: no more. */
  async trace(path: string | undefined): Promise<void> {
    await this.#order(`trace ${path ?? '-'}`);
  }

  /** Starts a program on one side. */
  start(side: Side, command: string, args: readonly string[]): ChildProcess {
    const all = ['netns', 'exec', this.#names[side], command, ...args];
    const program = spawn('ip', all, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#programs.add(program);
    program.once('exit', () => this.#programs.delete(program));
    return program;
  }

  /** Takes everything down, whatever state it is in. */
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

  // One after the other, since answers say not to which one they are.
  #order(line: string): Promise<string> {
    const order = this.#lastOrder.then(() => this.#orderNow(line));
    this.#lastOrder = order.catch(() => {});
    return order;
  }

  async #orderNow(line: string): Promise<string> {
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
  const [packets = 0, bytes = 0, dropped = 0, lost = 0, inHoles = 0, carried = 0, latest = 0] = numbers;
  return { packets, bytes, dropped, lost, inHoles, carried, latest: latest / 1000 };
}

const prefix = 'doha-lab-';
/** Labs that this process has brought up. */
let labs = 0;

/** Namespaces of labs whose process is no more. */
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
    // It is gone already.
  }
}

function compile(): string {
  const source = fileURLToPath(new URL('bottleneck.c', import.meta.url));
  const folder = `${root}node_modules/.cache/netlab`;
  const program = join(folder, 'bottleneck');
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return program;
  mkdirSync(folder, { recursive: true });
  const fresh = `${program}-${process.pid}`; // another lab may be coming up
  execFileSync('gcc', ['-O2', '-o', fresh, source]);
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
