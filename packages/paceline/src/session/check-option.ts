/** Throws a RangeError that names an option and its value if that is no whole number from `least` to `most`. */
export function checkWhole(option: string, value: number, least: number, most: number): void {
  if (!(Number.isInteger(value) && value >= least && value <= most))
    throw new RangeError(`${option} must be a whole number from ${least} to ${most}, got ${shown(value)}`);
}

/** Throws a TypeError that names an option and its value if it is given and `isRight` does not hold of it. `kind`: what it must be. */
export function checkKind(
  option: string,
  value: unknown,
  kind: string,
  isRight: (value: unknown) => boolean,
): void {
  if (value !== undefined && !isRight(value)) throw wrongKind(option, kind, value);
}

export function checkFunction(option: string, value: unknown): void {
  checkKind(option, value, 'a function', (given) => typeof given === 'function');
}

/** By what it does: an application may have two copies of the class. */
export function checkLoop(option: string, value: unknown): void {
  checkKind(option, value, 'an EventLoop', (given) => {
    return typeof (given as { readonly submit?: unknown } | null)?.submit === 'function';
  });
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function wrongKind(option: string, kind: string, value: unknown): TypeError {
  return new TypeError(`${option} must be ${kind}, got ${shown(value)}`);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
