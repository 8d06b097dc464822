import { attempt } from './attempt.ts';

/** Returns the text of a thrown value. Never throws. */
export function errorText(error: unknown): string {
  return (
    attempt(() => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))) ??
    'a value that cannot be converted to a string'
  );
}

/** Returns the message of a thrown value, without the name of its class. Never throws. */
export function errorMessage(error: unknown): string {
  const message: unknown = attempt(() => (error instanceof Error ? error.message : undefined));
  return typeof message === 'string' ? message : errorText(error);
}
