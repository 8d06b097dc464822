/** The name that `write-names` writes for a number. All of its characters follow from the number. */
export function nameOfNumber(number: number): string {
  return `${number}|`.repeat(1 + (number % 7));
}
