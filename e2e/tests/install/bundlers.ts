import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import * as esbuild from 'esbuild';
import { type Plugin, rollup } from 'rollup';
import * as vite from 'vite';
import webpack from 'webpack';
import { compile, writePage } from './application.ts';

/** Builds the application in the folder `app` into `app/<outDir>`. */
export type Bundle = (app: string, outDir: string) => Promise<void>;

/** Common configurations of each bundler, without special settings for the packages. */
export const bundlers: Readonly<Record<string, Bundle>> = {
  async Vite(app, outDir) {
    await vite.build({ root: app, configFile: false, logLevel: 'error', build: { outDir } });
  },

  async webpack(app, outDir) {
    compile(app, 'for-webpack', forBundlers);
    await runWebpack({
      context: app,
      mode: 'production',
      entry: './for-webpack/main.js',
      output: { path: join(app, outDir), filename: '[name].js' },
      // The minifier of webpack takes longer than the rest of the test. Vite and esbuild minify the same code.
      optimization: { minimize: false },
    });
    writePage(join(app, outDir));
  },

  async Rollup(app, outDir) {
    compile(app, 'for-rollup', forBundlers);
    const bundle = await rollup({
      input: ['main', 'diary.worker'].map((name) => join(app, 'for-rollup', `${name}.js`)),
      plugins: [nodeResolve],
    });
    await bundle.write({ dir: join(app, outDir) });
    await bundle.close();
    writePage(join(app, outDir));
  },

  async esbuild(app, outDir) {
    await esbuild.build({
      absWorkingDir: app,
      entryPoints: ['main.ts', 'diary.worker.ts'],
      outdir: outDir,
      bundle: true,
      minify: true,
      format: 'esm',
    });
    writePage(join(app, outDir));
  },
};

const forBundlers = { moduleResolution: 'bundler', module: 'esnext' };

function runWebpack(configuration: webpack.Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    webpack(configuration, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString()));
      else resolve();
    });
  });
}

/** The required part of `@rollup/plugin-node-resolve`, because Rollup alone does not resolve packages. */
const nodeResolve: Plugin = {
  name: 'node-resolve',
  resolveId(specifier, importer) {
    const isPath = specifier.startsWith('.') || isAbsolute(specifier);
    return isPath || importer === undefined ? null : createRequire(importer).resolve(specifier);
  },
};
