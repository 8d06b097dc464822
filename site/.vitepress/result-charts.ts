import { readdirSync, readFileSync } from 'node:fs';
import type { MarkdownOptions } from 'vitepress';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** A bar chart of a measurement, as JSON in a code block with the language `chart`. */
interface Chart {
  /** The name of the result in `e2e/results`, such as `tandem-keys`. */
  readonly result: string;
  /** The command that measures it. */
  readonly command: string;
  /** The text above the bars. */
  readonly title: string;
  readonly unit: string;
  /** The column with the value of each bar. */
  readonly value: string;
  /** The bars: each has a text, and the values that the columns of its row have. */
  readonly bars: readonly { readonly text: string; readonly row: Readonly<Record<string, unknown>> }[];
}

/** A file of `e2e/results`. */
interface Result {
  readonly commit: string;
  readonly date: string;
  readonly machine: { readonly cpu: string; readonly cores: number };
  readonly browser: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const folder = new URL('../../e2e/results/', import.meta.url);

/** Draws the code blocks with the language `chart`, when the guide is built. */
export function resultCharts(markdown: MarkdownIt): void {
  const render = markdown.renderer.rules['fence']!;
  markdown.renderer.rules['fence'] = (tokens, index, options, env, self) => {
    const { content, info } = tokens[index]!;
    if (info !== 'chart') return render(tokens, index, options, env, self);
    return draw(JSON.parse(content) as Chart, markdown.utils.escapeHtml);
  };
}

function draw(chart: Chart, escape: (text: string) => string): string {
  const { browser, commit, date, machine, rows } = readResult(chart.result);
  const bars = chart.bars.map(({ row, text }) => {
    const found = rows.find((each) => Object.entries(row).every(([column, value]) => each[column] === value));
    const value = found?.[chart.value];
    if (typeof value !== 'number')
      throw new Error(`Draw a chart: ${chart.result} must have the value of "${text}"`);
    return { text, value };
  });
  const greatest = Math.max(...bars.map(({ value }) => value));
  const lines = bars.map(({ text, value }) => {
    const width = ((100 * value) / greatest).toFixed(1);
    const isOurs = text.includes('DOHA') || text.includes('Paceline');
    return `<tr${isOurs ? ' class="ours"' : ''}><th scope="row">${escape(text)}</th><td><span class="bar" style="width: ${width}%"></span></td><td class="figure">${shown(value)} ${escape(chart.unit)}</td></tr>`;
  });
  const source = `${machine.cores} × ${machine.cpu}, ${browser}, ${date.slice(0, 10)}, commit ${commit.slice(0, 8)}`;
  return `<figure class="chart"><table><caption>${escape(chart.title)}</caption><tbody>${lines.join('')}</tbody></table><figcaption><code>${escape(chart.command)}</code> · ${escape(source)}</figcaption></figure>\n`;
}

function readResult(name: string): Result {
  const path = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) =>
    file.endsWith(`/${name}.json`),
  );
  if (path === undefined) throw new Error(`Draw a chart: there must be a result ${name}`);
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Result;
}

/** Three digits, or all digits before the point. */
function shown(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 2 });
}
