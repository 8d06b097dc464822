/** Properties of the machine that determine the number of workers. */
export interface Machine {
  /** Number of threads that run at the same time. */
  readonly cores: number;
  /** Whether heat or the battery limits long computations. */
  readonly isMobile: boolean;
}

const maxOnMobile = 2;
const maxWorkers = 16;

/** Returns the number of workers that leave one core to the calling thread. With a single core it is 0. */
export function workersFor({ cores, isMobile }: Machine): number {
  return Math.min(cores - 1, isMobile ? maxOnMobile : maxWorkers);
}

// Only some platforms have these.
interface Navigator {
  readonly hardwareConcurrency?: number;
  readonly userAgentData?: { readonly mobile: boolean };
  readonly userAgent?: string;
}
declare const process: { getBuiltinModule?(name: string): unknown } | undefined;

/** Returns the properties of this machine. One core if the platform reports nothing. */
export function thisMachine(): Machine {
  const { hardwareConcurrency, userAgent = '', userAgentData } = (globalThis.navigator ?? {}) as Navigator;
  return {
    cores: hardwareConcurrency ?? coresOfNode() ?? 1,
    isMobile: userAgentData?.mobile ?? /\b(Mobi|Android|iPhone|iPad)/.test(userAgent),
  };
}

// Node 20 has no `navigator`.
function coresOfNode(): number | undefined {
  if (typeof process === 'undefined') return undefined;
  const os = process.getBuiltinModule?.('node:os') as { availableParallelism(): number } | undefined;
  return os?.availableParallelism();
}
