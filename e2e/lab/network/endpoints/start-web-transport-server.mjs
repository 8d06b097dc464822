import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processStat } from './process-stat.mjs';

const program = fileURLToPath(new URL('web-transport-server.py', import.meta.url));

/**
 * Starts `web-transport-server.py`, which runs until this process exits. Resolves when it listens.
 * @param {import('../programs/flow.ts').Certificate} certificate
 * @param {number} port
 */
export async function startWebTransportServer(certificate, port) {
  const server = spawn('python3', [program, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill());
  server.stdin.write(`${JSON.stringify(certificate)}\n`);
  await once(server.stdout, 'readable');
  server.stdout.read(); // "listening"
  return { output: server.stdout, cpu: () => processStat(Number(server.pid))?.cpu ?? 0 };
}
