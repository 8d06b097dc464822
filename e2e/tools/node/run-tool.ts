import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { root } from '../repository.mjs';

const modules = `${root}node_modules/`;

/**
 * Runs a tool in a folder until it ends. `tool` is a path in this repository's `node_modules`, such as `typescript/bin/tsc`, or an absolute
 * path. Returns its output. `env`: its environment variables.
 *
 * @throws Error if the exit code is not 0. The message contains the output.
 */
export function runTool(
  tool: string,
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  return run(process.execPath, [resolve(modules, tool), ...args], folder, env);
}

/** Runs npm as `runTool` does: the npm that started this process, or else the installed one. */
export function runNpm(args: readonly string[], folder: string): string {
  const own = process.env['npm_execpath'];
  return own ? run(process.execPath, [own, ...args], folder) : run('npm', args, folder);
}

function run(
  program: string,
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  try {
    return execFileSync(program, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}
