/** A part of a source file that a viewer shows: the statements with these beginnings. */
export interface SourcePart {
  readonly file: string;
  readonly statements: readonly string[];
}

/** One of the two versions of an example. */
export interface ExampleVersion {
  /** The HTML file of the program. */
  readonly page: string;
  /** The file of the server that the program needs. */
  readonly server?: string;
  readonly parts: readonly SourcePart[];
  /** A sentence on the code. */
  readonly note: string;
}

/** A page that shows an example beside its essential lines. */
export interface ExamplePage {
  /** The folder in `examples`. */
  readonly folder: string;
  readonly title: string;
  readonly summary: string;
  readonly doha: ExampleVersion;
  readonly plain: ExampleVersion;
}

export const examplePages: readonly ExamplePage[] = [
  {
    folder: 'long-list',
    title: 'A long list',
    summary:
      'The comparison of two document versions takes some milliseconds per row. Rows near the middle of the screen come first. Scroll fast, or type into the filter.',
    doha: {
      page: 'index.html',
      parts: [
        {
          file: 'main.ts',
          statements: ['const loop', 'const list', 'function rank', 'function drop', 'function* fill'],
        },
      ],
      note: 'A row is a task. Its priority follows each scroll event, and a row that has begun can be dropped.',
    },
    plain: {
      page: 'plain.html',
      parts: [
        {
          file: 'plain.ts',
          statements: ['const list', 'function request(', 'function fillRows', 'function requestIdle'],
        },
      ],
      note: 'Rows are filled in idle time, the nearest first. A row that has begun is computed to its end.',
    },
  },
  {
    folder: 'image-filter',
    title: 'An image filter',
    summary:
      'Workers remove the noise of an image in tiles. Tiles in the middle come first. Press Filter, then Cancel.',
    doha: {
      page: 'index.html',
      parts: [
        { file: 'main.ts', statements: ['const proc', 'const filterArea', 'connect('] },
        { file: 'filter.worker.ts', statements: ['export const filter'] },
      ],
      note: 'A tile is a task of the pool. Cancel also ends the tiles that have begun, at their next row.',
    },
    plain: {
      page: 'plain.html',
      parts: [
        {
          file: 'plain.ts',
          statements: [
            'const workers',
            'const idle',
            'const waiting',
            'connect(',
            'function startJobs',
            'function runIn',
          ],
        },
        { file: 'plain.worker.ts', statements: ['scope.onmessage'] },
      ],
      note: 'A queue by hand: a worker that is idle gets the next tile. Tiles that have begun cannot be cancelled.',
    },
  },
  {
    folder: 'three-meshes',
    title: 'Meshes for three.js',
    summary:
      'Workers build the ground of an endless landscape. Chunks in view come first. Press Turn around, or use the arrow keys.',
    doha: {
      page: 'index.html',
      parts: [
        { file: 'main.ts', statements: ['await fly('] },
        { file: 'chunk-loader.ts', statements: ['update(', 'async #load('] },
        { file: 'terrain.worker.ts', statements: ['export const terrain'] },
      ],
      note: 'A chunk is a task. Each frame sets its priority, and chunks that leave the view are cancelled, also if they have begun.',
    },
    plain: {
      page: 'plain.html',
      parts: [
        { file: 'plain-loader.ts', statements: ['update(', '#startChunks()', '#build(', '#end('] },
        { file: 'plain.worker.ts', statements: ['scope.onmessage'] },
      ],
      note: 'A queue by hand, sorted in each frame. A worker has one chunk at a time, and computes it to its end.',
    },
  },
  {
    folder: 'board',
    title: 'A drawing board',
    summary:
      'Participants draw on one board. While a large image is transferred, lines and cursors still move. The board needs its server.',
    doha: {
      page: 'index.html',
      server: 'server.mjs',
      parts: [
        {
          file: 'main.ts',
          statements: ['const session', 'board.watch(', 'onDrop(', 'async function sendAfter'],
        },
        { file: 'server.mjs', statements: ['async function serve'] },
      ],
      note: 'Messages have priorities. A cursor that waits is replaced by its newest position.',
    },
    plain: {
      page: 'plain.html',
      server: 'plain-server.mjs',
      parts: [
        { file: 'plain.ts', statements: ['const socket', 'board.watch(', 'onDrop('] },
        { file: 'plain-server.mjs', statements: ["server.on('connection'"] },
      ],
      note: 'Messages leave in the order in which they were sent. Lines wait behind an image.',
    },
  },
];
