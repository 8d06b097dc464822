/** Returns a function that passes its first call on to `callback`, and ignores all others. */
export function once<Argument>(callback: (argument: Argument) => void): (argument: Argument) => void {
  let wasCalled = false;
  return (argument) => {
    if (wasCalled) return;
    wasCalled = true;
    callback(argument);
  };
}
