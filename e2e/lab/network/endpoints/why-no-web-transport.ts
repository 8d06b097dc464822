import { spawnSync } from 'node:child_process';

/** The reason why this machine has no server of WebTransport; undefined if it has one. */
export function whyNoWebTransport(): string | undefined {
  if (spawnSync('python3', ['--version']).status !== 0) return 'python3 is not installed';
  if (spawnSync('python3', ['-c', 'import aioquic']).status !== 0)
    return 'the Python package aioquic is not installed (pip install aioquic)';
  return undefined;
}
