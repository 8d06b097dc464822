/**
 * Returns a text as a label of Mermaid: all characters that may have a meaning there are replaced by the numbers of their code points, such as `#35;`. A line
 * break becomes a space.
 */
export function mermaidText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.replaceAll(/[^\p{L}\p{M}\p{N} _.,()/'-]/gu, (character) => `#${character.codePointAt(0)!};`);
}
