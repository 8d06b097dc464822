import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cpuTime } from '../../tools/browsers/cpu-time.ts';
import { loopBundle } from '../figure-in-node.ts';
import { NodeBundle } from '../node-bundle.ts';
import { poolBundle } from '../multiproc/pools-in-node.ts';
import type { Series } from '../pages/contest.ts';
import { readReport } from '../../tools/browsers/report.ts';
import { serveBuilt } from '../../tools/servers/serve.ts';
import type { Site } from '../../tools/servers/static-server.ts';

const pages = {
  loop: 'e2e/bench/loop/pages/figure.html',
  pool: 'e2e/bench/multiproc/pages/pool-figure.html',
};

/** Which bench makes a figure. */
export type BenchName = keyof typeof pages;

/** A working tree of the repository whose benches are built and can be run. */
export class Version {
  readonly root: string;
  #bundles: Readonly<Record<BenchName, NodeBundle>>;
  #site: Site;

  private constructor(root: string, site: Site) {
    this.root = root;
    this.#site = site;
    this.#bundles = {
      loop: new NodeBundle({ ...loopBundle, root }),
      pool: new NodeBundle({ ...poolBundle, root }),
    };
  }

  static async open(root: string): Promise<Version> {
    const html = Object.values(pages).map((path) => join(root, path));
    return new Version(root, await serveBuilt(root, html));
  }

  /** Makes the figure of an address such as `?figure=queue&sizes=100` in a Node process of its own. */
  inNode(bench: BenchName, address: string): Promise<readonly Series[]> {
    return this.#bundles[bench].figure(address);
  }

  /** Makes the figure in a new page of the browser. */
  async inPage(bench: BenchName, address: string, page: Page): Promise<readonly Series[]> {
    const fresh = await page.context().newPage();
    const session = await fresh.context().newCDPSession(fresh);
    await session.send('Performance.enable');
    await fresh.exposeFunction('threadTime', async () => (await cpuTime(session)).thread * 1000);
    const series = await readReport<Series[]>(fresh, `${this.#site.origin}/${pages[bench]}${address}`);
    await fresh.close();
    return series;
  }

  async close(): Promise<void> {
    await this.#site.close();
  }
}
