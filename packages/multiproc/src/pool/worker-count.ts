/** What `'auto'` looks at. */
export interface Machine {
  /** Threads that run at once. */
  readonly cores: number;
  /** Whether its heat or its battery ends long work. */
  readonly isMobile: boolean;
}

const mostOnMobile = 2;
const most = 16;

/** How many workers leave the calling thread its core; 0 where there is only that one. */
export function workersFor({ cores, isMobile }: Machine): number {
  return Math.min(cores - 1, isMobile ? mostOnMobile : most);
}

// What only some platforms have.
interface Navigator {
  readonly hardwareConcurrency?: number;
  readonly userAgentData?: { readonly mobile: boolean };
  readonly userAgent?: string;
}
declare const process: { getBuiltinModule?(name: string): unknown } | undefined;

/** The machine that this runs on; one core where nothing is known. */
export function thisMachine(): Machine {
  const { hardwareConcurrency, userAgent = '', userAgentData } = (globalThis.navigator ?? {}) as Navigator;
  return {
    cores: hardwareConcurrency ?? coresOfNode() ?? 1,
    isMobile: userAgentData?.mobile ?? /\b(Mobi|Android|iPhone|iPad)/.test(userAgent),
  };
}

// Node 20 has no navigator.
function coresOfNode(): number | undefined {
  if (typeof process === 'undefined') return undefined;
  const os = process.getBuiltinModule?.('node:os') as { availableParallelism(): number } | undefined;
  return os?.availableParallelism();
}
