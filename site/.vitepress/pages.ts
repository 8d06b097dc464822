/** A page of the guide: its file without `.md`, its title, and one sentence that says for whom it is. */
export interface Page {
  readonly file: string;
  readonly title: string;
  readonly about: string;
}

/** A group of pages under one heading of the side bar. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** The pages of the guide in reading order. */
export const guide: readonly PageGroup[] = [
  {
    title: 'Start',
    pages: [
      {
        file: 'index',
        title: 'Which package do I need?',
        about: 'The packages, and the problem that each of them solves.',
      },
      {
        file: 'first-loop',
        title: 'A first loop',
        about: 'From an empty page to 5,000 moving enemies at 60 frames per second.',
      },
      {
        file: 'existing-game',
        title: 'Adapt an existing game',
        about: 'Your own loop, Pixi, Phaser, three.js, React, or an entity component system.',
      },
    ],
  },
  {
    title: 'Tasks',
    pages: [
      {
        file: 'policies',
        title: 'Policies and their traps',
        about: 'Functions that compute priorities, and the traps of age, minimum rates and budgets.',
      },
      {
        file: 'workers',
        title: 'Workers',
        about: 'Tasks on all cores, with priorities, cancellation and order.',
      },
      {
        file: 'shared-state',
        title: 'Shared state',
        about: 'Topics, tables and entities that several threads read and write.',
      },
      {
        file: 'messages',
        title: 'Messages',
        about: 'Urgent messages that overtake large ones over one WebSocket.',
      },
      {
        file: 'find-the-cause',
        title: 'Find the cause of a stutter',
        about: 'The tools of the monitor in the running demo.',
      },
      {
        file: 'testing',
        title: 'Tests on virtual time',
        about: 'Deterministic tests of loops, pools and sessions that do not wait.',
      },
    ],
  },
  {
    title: 'Operation',
    pages: [
      {
        file: 'deployment',
        title: 'Deployment',
        about: 'Isolation headers, nginx, TLS, origins and load balancing.',
      },
      {
        file: 'browsers',
        title: 'Browsers, CSP and CDNs',
        about: 'Supported browsers, content security policies, and use without a bundler.',
      },
      {
        file: 'migration',
        title: 'Migration',
        about: 'From React’s scheduler, comlink, piscina, ws, Socket.IO or Colyseus.',
      },
      { file: 'troubleshooting', title: 'Troubleshooting', about: 'Symptoms, their causes, and remedies.' },
      { file: 'glossary', title: 'Glossary', about: 'The terms of this project.' },
    ],
  },
];

/** The pages of results. Those after the first are the files of `docs/`. */
export const results: readonly Page[] = [
  {
    file: 'results/index',
    title: 'Summary',
    about: 'The most important figures, each with the command that measures it.',
  },
  {
    file: 'results/three-loops',
    title: 'One game, three loops',
    about: 'One game in a usual loop, in DOHA, and in two threads.',
  },
  {
    file: 'results/measurements',
    title: 'The game in detail',
    about: 'Jitter, frame times, input latency and the rates of updates.',
  },
  {
    file: 'results/benchmarks',
    title: 'Speed of the loop',
    about: 'The queue, the loop and the frame beside other libraries.',
  },
  { file: 'results/many-cores', title: 'Many cores', about: 'The speed and the scaling of the worker pool.' },
  {
    file: 'results/engines',
    title: 'Engines',
    about: 'Scenes in Pixi, Phaser, three.js and React beside the engines’ own loops.',
  },
  {
    file: 'results/overload',
    title: 'Overload',
    about: 'Five schedulers under three times the load, scored in three scenes.',
  },
  { file: 'results/network', title: 'Network', about: 'Message latency on slow links.' },
  {
    file: 'results/monitor',
    title: 'Monitor',
    about: 'The cost of recording, and the exactness of replays.',
  },
];

/** The file of a page, relative to the root of the repository. */
export function sourceOf({ file }: Page): string {
  const name = file.replace(/^results\/(?!index)/, '');
  return file.startsWith('results/') && name !== file ? `docs/${name}.md` : `site/${file}.md`;
}
