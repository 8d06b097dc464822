import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageCpuTime } from '../../tools/browsers/page-cpu-time.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { serveBuilt } from '../../tools/servers/serve.ts';
import type { Site } from '../../tools/servers/static-server.ts';
import { loopBundle } from '../figure-in-node.ts';
import { poolBundle } from '../multiproc/pools-in-node.ts';
import type { NodeBundle } from '../node-bundle.ts';
import type { Series } from '../pages/contest.ts';
import { programFolders } from '../program-folders.ts';

/** A benchmark whose figures run both in Node and in a page. */
export type BenchName = 'loop' | 'pool';

/** A working tree of the repository whose benchmarks are built and can run. */
export class Version {
  readonly root: string;
  #pages: Readonly<Record<BenchName, string>>;
  #bundles: Readonly<Record<BenchName, NodeBundle>>;
  #site: Site;

  private constructor(root: string, pages: Readonly<Record<BenchName, string>>, site: Site) {
    this.root = root;
    this.#pages = pages;
    this.#site = site;
    this.#bundles = { loop: loopBundle(root), pool: poolBundle(root) };
  }

  static async open(root: string): Promise<Version> {
    const { loop, pools } = programFolders(root);
    const pages = { loop: `${loop}/figure.html`, pool: `${pools}/pool-figure.html` };
    const html = Object.values(pages).map((path) => join(root, path));
    return new Version(root, pages, await serveBuilt(root, html));
  }

  /**
   * Measures the figure that a query such as `?figure=queue&sizes=100` describes, in a new Node
   * process.
   */
  inNode(bench: BenchName, address: string): Promise<readonly Series[]> {
    return this.#bundles[bench].figure(address);
  }

  /** Measures the figure in a new page of the browser. */
  async inPage(bench: BenchName, address: string, page: Page): Promise<readonly Series[]> {
    const fresh = await page.context().newPage();
    const session = await fresh.context().newCDPSession(fresh);
    await session.send('Performance.enable');
    await fresh.exposeFunction('threadTime', async () => (await pageCpuTime(session)).thread * 1000);
    const series = await readReport<Series[]>(fresh, `${this.#site.origin}/${this.#pages[bench]}${address}`);
    await fresh.close();
    return series;
  }

  async close(): Promise<void> {
    await this.#site.close();
  }
}
