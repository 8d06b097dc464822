import { closeTests } from './close-tests.ts';
import { constructorTests } from './constructor-tests.ts';
import { eventTests } from './event-tests.ts';
import { interfaceTests } from './interface-tests.ts';
import { sendTests } from './send-tests.ts';

/** The class under test: the platform's, or one that replaces it. */
export type SocketClass = typeof WebSocket;

/** Throws, or rejects, if the class does not conform to the WebSockets Standard. `url`: address of a server of `servers.ts`. */
export type Test = (Socket: SocketClass, url: string) => unknown;

export type Tests = Readonly<Record<string, Test>>;

/**
 * Tests of the WebSockets Standard. Tests with many failed connections come last, because Chromium delays connections when more fail than
 * succeed.
 */
const suite: Tests = {
  ...interfaceTests,
  ...sendTests,
  ...closeTests,
  ...eventTests,
  ...constructorTests,
};

export interface SuiteOptions {
  /** Time limit of a test in ms. */
  readonly limit: number;
  /** The names of the tests to run; all tests by default. */
  readonly only?: readonly string[];
}

/** Runs tests. Returns 'passed' or the error by the name of the test. */
export async function runSuite(
  Socket: SocketClass,
  url: string,
  { limit, only = Object.keys(suite) }: SuiteOptions,
): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const name of only) results[name] = await resultOf(async () => suite[name]!(Socket, url), limit);
  return results;
}

async function resultOf(test: () => Promise<unknown>, limit: number): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the test must end within ${limit} ms`)), limit);
  });
  try {
    await Promise.race([test(), late]);
    return 'passed';
  } catch (error) {
    return String(error);
  } finally {
    clearTimeout(timer);
  }
}
