import type { AcceptorNews } from './acceptors.ts';
import type { JobRunner } from './job-runner.ts';

/**
 * Receives what a pool tells a thread whose shared state is that of another pool: it answers what the pool waits for, and ignores the rest. In the other
 * pool the same numbers and names have other meanings.
 */
export function superseded(runner: JobRunner): object {
  const answers: Readonly<Record<string, (...args: readonly never[]) => void>> = {
    pass: () => runner.tell('passed', []),
    connect(...[number, , port]: Parameters<AcceptorNews['connect']>) {
      port.close();
      runner.tell('refuse', [number, []]);
    },
    isClosed: (number: number) => runner.tell('closed', [number]),
  };
  return new Proxy(answers, { has: () => true, get: (_, name) => answers[name as string] ?? ignore });
}

function ignore(): void {}
