import { readFileSync } from 'node:fs';
import { essentialLines } from './essential-lines.ts';
import type { ExamplePage, ExampleVersion } from './example-pages.ts';
import { escapeHtml, highlight } from './highlight.ts';

const folders = new URL('../../../examples/', import.meta.url);

/** HTML of the page that shows an example: the program in a frame, its figures, and the essential lines of both versions. */
export function viewerPage(example: ExamplePage): string {
  const { doha, folder, plain, title } = example;
  const summary = escapeHtml(example.summary);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="${summary}" />
    <title>${escapeHtml(title)} · DOHA</title>
    <link rel="icon" href="/icon.svg" />
    <link rel="stylesheet" href="/example-viewer/viewer.css" />
    <script type="module" src="/example-viewer/viewer.ts"></script>
  </head>
  <body data-example="${folder}">
    <main>
      <header>
        <p class="back"><a href="../">All examples</a></p>
        <h1>${escapeHtml(title)}</h1>
        <p>${summary}</p>
      </header>
      <section id="program" aria-label="Program">
        <fieldset id="versions">
          <legend>Run it</legend>
          <label><input type="radio" name="version" value="doha" checked /> with DOHA</label>
          <label><input type="radio" name="version" value="plain" /> without DOHA</label>
        </fieldset>
        ${doha.server === undefined ? '' : serverForm(folder, doha.server, plain.server!)}
        <iframe title="${escapeHtml(title)}: the running program"${doha.server === undefined ? '' : ' hidden'}></iframe>
      </section>
      <section id="figures" aria-labelledby="figures-title">
        <h2 id="figures-title">Measured on this machine</h2>
        <table>
          <thead>
            <tr><th scope="col"><span class="hidden">Figure</span></th><th scope="col">with DOHA</th><th scope="col">without</th></tr>
          </thead>
          <tbody></tbody>
        </table>
        <div id="comparison">
          <button id="compare" type="button">Compare both</button>
          <p role="status"></p>
        </div>
      </section>
      <div id="code">${code('doha', folder, doha)}${code('plain', folder, plain)}</div>
    </main>
  </body>
</html>
`;
}

function serverForm(folder: string, doha: string, plain: string): string {
  return `<form id="server">
          <p>Start the server in a checkout of the repository, after <code>npm run build:packages</code>:
            <code data-version="doha">node examples/${folder}/${doha}</code>
            <code data-version="plain" hidden>node examples/${folder}/${plain}</code></p>
          <p>On a fast link both versions are alike. <a href="../../paceline/">Paceline</a> measures the difference on a slow link.</p>
          <label>Server <input name="address" type="url" value="ws://localhost:8090" required /></label>
          <button type="submit">Connect</button>
        </form>`;
}

function code(version: 'doha' | 'plain', folder: string, { note, parts }: ExampleVersion): string {
  const shown = parts.map(({ file, statements }) => {
    const path = `${folder}/${file}`;
    const lines = essentialLines(path, readFileSync(new URL(path, folders), 'utf8'), statements);
    return { path, lines };
  });
  const count = shown.reduce((sum, { lines }) => sum + lines.split('\n').filter(isCode).length, 0);
  const name = version === 'doha' ? 'With DOHA' : 'Without DOHA';
  const listings = shown.map(
    ({ lines, path }) =>
      `<h3>examples/${path}</h3><pre tabindex="0" role="region" aria-label="${path}, ${name}"><code>${highlight(lines)}</code></pre>`,
  );
  return `<section data-version="${version}" aria-label="${name}: the essential lines"${version === 'doha' ? '' : ' hidden'}>
        <h2>${name}: ${count} lines of code</h2><p>${escapeHtml(note)}</p>${listings.join('')}</section>`;
}

/** Whether a line has code, and not only a comment. */
function isCode(line: string): boolean {
  return line.trim() !== '' && !/^\s*(\/\/|\/\*|\*)/.test(line);
}
