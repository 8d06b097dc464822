interface Question {
  readonly number: number;
  readonly name: string;
  readonly input: unknown;
}

/** Answers what the parent process asks by a `RemoteProgram`. */
export function answer(requests: object): void {
  process.on('message', ({ input, name, number }: Question) => {
    const call = (requests as Readonly<Record<string, (input: unknown) => unknown>>)[name]!;
    void Promise.resolve(call(input)).then((told) => process.send!({ number, answer: told }));
  });
}
