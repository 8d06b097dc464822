/** The lines of a module between `#region` and `#endregion` of a name. Without a name: all lines but these marks. */
export function regionOf(code: string, region: string | undefined): string {
  const marks = /^.*#(end)?region .*\n?/gm;
  if (region === undefined) return code.replaceAll(marks, '').trim();
  const [, part] = code.split(new RegExp(`^.*#(?:end)?region ${region}\\s*$`, 'm'));
  if (part === undefined) throw new Error(`Read a sample: it must have a region ${region}`);
  return part.replaceAll(marks, '').trim();
}
