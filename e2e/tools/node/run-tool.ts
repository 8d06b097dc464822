import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { root } from '../repository.mjs';

const modules = `${root}node_modules/`;

/**
 * Runs a tool of this repository's `node_modules`, such as `typescript/bin/tsc`, or one with an absolute path, in a folder, to its end.
 * Returns what it printed. `env` are its environment variables.
 *
 * @throws Error where it ends with another exit code than 0, with what it said.
 */
export function runTool(
  tool: string,
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  return run(process.execPath, [resolve(modules, tool), ...args], folder, env);
}

/** Runs the npm that runs this, or the one that is installed; as `runTool` does. */
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
