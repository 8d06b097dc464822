/** An error that the user of the command can correct, such as a wrong argument. Its message is one line. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
