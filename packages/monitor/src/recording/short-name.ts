/** Maximum length of a name in UTF-16 code units. */
export const maxNameLength = 200;

/** Returns a name of at most {@link maxNameLength}: the end of a longer one is replaced by '…'. A character of two code units is not divided. */
export function shortName(name: string): string {
  if (name.length <= maxNameLength) return name;
  const end = isHighSurrogate(name.charCodeAt(maxNameLength - 2)) ? maxNameLength - 2 : maxNameLength - 1;
  return `${name.slice(0, end)}…`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
