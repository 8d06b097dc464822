import { attempt } from './attempt.ts';

/** The text of a thrown value. It never throws. */
export function errorText(error: unknown): string {
  return (
    attempt(() => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))) ??
    'a value that cannot be converted to a string'
  );
}

/** The message of a thrown value, without the name of its class. It never throws. */
export function errorMessage(error: unknown): string {
  const message: unknown = attempt(() => (error instanceof Error ? error.message : undefined));
  return typeof message === 'string' ? message : errorText(error);
}
