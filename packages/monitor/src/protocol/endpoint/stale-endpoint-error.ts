/** An endpoint was used although another one has replaced it: it has sent or received a message before. */
export class StaleEndpointError extends Error {
  override readonly name = 'StaleEndpointError';

  constructor(protocol: string, { role, state }: { readonly role: string; readonly state: string }) {
    super(
      `${protocol}: the endpoint of ${role} in the state ${state} has been replaced; use the result of send, or next of the received message`,
    );
  }
}
