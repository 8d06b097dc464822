// A plugin of typedoc: names each module as applications import it, such as `@doha/loop/virtual`.
import { Converter } from 'typedoc';
import { entries } from './entries.mjs';

/** The names of the entries by the names that typedoc gives to their modules, such as `loop/src/virtual`. */
const names = new Map(
  entries.map(({ name, source }) => [source.replaceAll(/^packages\/|(\/index)?\.ts$/g, ''), name]),
);

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name;
  });
}
