export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface PlotOptions {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** Greatest values of the axes. Greater values are drawn at the end of the axis. */
  readonly ends: readonly [x: number, y: number];
  /** Beginning of a logarithmic x axis. Without it the axis is linear and begins at 0. */
  readonly logFrom?: number;
  readonly lines: readonly Line[];
}

const width = 640;
const height = 360;
const margin = { left: 56, right: 150, top: 36, bottom: 48 };
/** Distinguishable with color blindness (Okabe and Ito), on light and dark backgrounds. */
const colors = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9'];

/** Draws lines in a diagram. Returns the text of an SVG. */
export function linePlot({ title, x, y, ends, logFrom, lines }: PlotOptions): string {
  const innerWidth = width - margin.left - margin.right;
  const innerHeight = height - margin.top - margin.bottom;
  const share = (value: number): number =>
    logFrom === undefined
      ? value / ends[0]
      : Math.log(Math.max(value, logFrom) / logFrom) / Math.log(ends[0] / logFrom);
  const toX = (value: number): number => margin.left + innerWidth * Math.min(1, share(value));
  const toY = (value: number): number => margin.top + innerHeight * (1 - Math.min(1, value / ends[1]));
  const ticks = (end: number): number[] => Array.from({ length: 6 }, (_, i) => (end * i) / 5);
  const xTicks = logFrom === undefined ? ticks(ends[0]) : powers(logFrom, ends[0]);

  const parts = [
    `<text x="${margin.left}" y="20" font-weight="bold">${escape(title)}</text>`,
    ...xTicks.map(
      (tick) =>
        `<path d="M${toX(tick).toFixed(1)} ${margin.top}V${height - margin.bottom}" stroke="#8884"/>` +
        `<text x="${toX(tick).toFixed(1)}" y="${height - margin.bottom + 16}" text-anchor="middle">${short(tick)}</text>`,
    ),
    ...ticks(ends[1]).map(
      (tick) =>
        `<path d="M${margin.left} ${toY(tick).toFixed(1)}H${width - margin.right}" stroke="#8884"/>` +
        `<text x="${margin.left - 6}" y="${(toY(tick) + 4).toFixed(1)}" text-anchor="end">${short(tick)}</text>`,
    ),
    `<text x="${margin.left + innerWidth / 2}" y="${height - 10}" text-anchor="middle">${escape(x)}</text>`,
    `<text transform="translate(14 ${margin.top + innerHeight / 2}) rotate(-90)" text-anchor="middle">${escape(y)}</text>`,
    ...lines.map(({ name, points }, i) => {
      const color = colors[i % colors.length]!;
      const path = points.map(([px, py]) => `${toX(px).toFixed(1)} ${toY(py).toFixed(1)}`).join('L');
      const legend = margin.top + 14 + i * 20;
      return (
        `<path d="M${path}" fill="none" stroke="${color}" stroke-width="2"/>` +
        `<path d="M${width - margin.right + 12} ${legend - 4}h18" stroke="${color}" stroke-width="3"/>` +
        `<text x="${width - margin.right + 36}" y="${legend}">${escape(name)}</text>`
      );
    }),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#777">\n` +
    `${parts.join('\n')}\n</svg>\n`
  );
}

function powers(from: number, to: number): number[] {
  const ticks = [];
  for (let tick = from; tick <= to * 1.001; tick *= 10) ticks.push(tick);
  return ticks;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
