/**
 * `virtual:pages`: every `src/domains/<d>/…/pages/<p>.page.ts`, read under Node, becomes one lazy entry per place,
 * so that adding a page is adding its files. The definition and its view stay chunks of their own.
 */
import { existsSync, globSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { AnyPage } from '../../define/page.ts';

const pattern = 'src/domains/*/**/pages/*.page.ts';
const entityPattern = 'src/domains/*/entities.ts';
const id = 'virtual:pages';
const resolvedId = `\0${id}`;

interface PageFile {
  /** Path from the root with forward slashes, starting with a slash. */
  file: string;
  /** Export of the file that is this page; most files have only `default`. */
  name: string;
  view: string | undefined;
  spec: AnyPage;
}

const isPage = (value: unknown): value is AnyPage =>
  typeof value === 'object' && value !== null && 'places' in value && 'fields' in value;

/** Reads all definitions below `root`. A file that exports no page is an error, not a hole in the menu. */
export async function readPages(root: string): Promise<PageFile[]> {
  const found: PageFile[] = [];
  for (const relative of globSync(pattern, { cwd: root }).sort()) {
    const absolute = join(root, relative);
    const url = `${pathToFileURL(absolute).href}?v=${statSync(absolute).mtimeMs}`;
    const module = (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
    // A module names its exports by the alphabet; the lines of a record stand in the order the file lists its pages in.
    const listed: readonly unknown[] = Array.isArray(module.default) ? module.default : [];
    const pages = Object.entries(module)
      .filter((entry): entry is [string, AnyPage] => isPage(entry[1]))
      .toSorted(([, a], [, b]) => listed.indexOf(a) - listed.indexOf(b));
    if (pages.length === 0) throw new Error(`${relative}: exports no page made by page()`);
    const file = `/${relative.split(sep).join('/')}`;
    const viewFile = file.replace(/\.page\.ts$/, '.view.tsx');
    const view = existsSync(join(root, viewFile)) ? viewFile : undefined;
    for (const [name, spec] of pages) found.push({ file, name, view, spec });
  }
  return found;
}

/** The files that name the records refs point at. */
export const entityFiles = (root: string): string[] =>
  globSync(entityPattern, { cwd: root })
    .sort()
    .map((file) => `/${file.split(sep).join('/')}`);

/** The module text of the registry. Two definitions for one path are refused with both file names. */
export function registryCode(files: readonly PageFile[], entities: readonly string[] = []): string {
  const owner = new Map<string, string>();
  const lines = [
    ...entities.map((file) => `import ${JSON.stringify(file)};`),
    'const p = (title, kind, form, everyone, load, view, by) => ({ title, kind, form, everyone, load, view, by });',
    'export const pages = {};',
    'export const aliases = {};',
  ];
  // In a file of several pages the view exports each page's view under the page's own name.
  const loader = (file: string, name: string) =>
    `() => import(${JSON.stringify(file)})${name === 'default' ? '' : `.then((m) => ({ default: m[${JSON.stringify(name)}] }))`};`;
  files.forEach(({ file, name, view, spec }, index) => {
    lines.push(`const l${index} = ${loader(file, name)}`);
    if (view) lines.push(`const v${index} = ${loader(view, name)}`);
    for (const place of spec.places) {
      const other = owner.get(place.path);
      if (other) throw new Error(`path ${place.path} is defined twice: ${other} and ${file}`);
      owner.set(place.path, file);
      const args = [
        JSON.stringify(place.title ?? spec.title),
        JSON.stringify(spec.kind),
        String(Boolean(spec.form)),
        String(Boolean(spec.everyone)),
        `l${index}`,
        view ? `v${index}` : 'undefined',
        ...(spec.of?.by ? [JSON.stringify(spec.of.by)] : []),
      ];
      lines.push(`pages[${JSON.stringify(place.path)}] = p(${args.join(', ')});`);
    }
    const home = spec.places[0];
    for (const alias of spec.aliases ?? [])
      if (home && !owner.has(alias)) lines.push(`aliases[${JSON.stringify(alias)}] = ${JSON.stringify(home.path)};`);
  });
  return `${lines.join('\n')}\n`;
}

/** The Vite plugin. A definition that changes reloads the registry and the page. */
export function pagesPlugin(root: string): Plugin {
  return {
    name: 'pages',
    resolveId: (source) => (source === id ? resolvedId : undefined),
    async load(source) {
      return source === resolvedId ? registryCode(await readPages(root), entityFiles(root)) : undefined;
    },
    configureServer(server) {
      const reload = (file: string) => {
        if (!/\.(page\.ts|view\.tsx)$|\/entities\.ts$/.test(file)) return;
        const module = server.moduleGraph.getModuleById(resolvedId);
        if (module) server.moduleGraph.invalidateModule(module);
        server.ws.send({ type: 'full-reload' });
      };
      server.watcher.on('add', reload).on('unlink', reload);
    },
  };
}
