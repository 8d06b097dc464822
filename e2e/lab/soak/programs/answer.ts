/** A request to call the function `name` with `input`. The answer has the same `number`. */
interface Request {
  readonly number: number;
  readonly name: string;
  readonly input: unknown;
}

/** Answers the requests that the parent process sends with a `RemoteProgram`. */
export function answer(requests: object): void {
  process.on('message', ({ input, name, number }: Request) => {
    const call = (requests as Readonly<Record<string, (input: unknown) => unknown>>)[name]!;
    void Promise.resolve(call(input)).then((result) => process.send!({ number, answer: result }));
  });
}
