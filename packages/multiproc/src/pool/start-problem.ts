import { errorMessage } from '../transport/error-text.ts';

/** Says in one line why a backend did not start. */
export function startProblem(error: unknown): string {
  const message = errorMessage(error);
  if (!(error instanceof Error)) return message;
  if (error.name === 'SecurityError') return `${message}; a module at another origin needs the option script`;
  return ofModules.has(error.name) ? `${error.name}: ${message}` : message;
}

/** Names of errors whose message alone does not show that the module has failed. */
const ofModules: ReadonlySet<string> = new Set(['RangeError', 'ReferenceError', 'SyntaxError']);
