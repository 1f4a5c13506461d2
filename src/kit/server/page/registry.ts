/** Finds every page's server side: all `pages/*.server.ts` of all domains. Adding a page is adding its files. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fields } from '../../define/field.ts';
import { type AnyPage, searchFields } from '../../define/page.ts';
import type { Binding, Bound } from './binding.ts';

export interface Registered {
  path: string;
  title: string;
  page: AnyPage;
  binding: Binding<Fields>;
}

export interface Registry {
  /** By path, aliases included. */
  at(path: string): Registered | undefined;
  /** One entry per place of every page. */
  all: readonly Registered[];
}

/** What is wrong with a binding that the compiler cannot see; empty when nothing is. */
export function bindingFaults({ page, binding }: Bound): string[] {
  const faults: string[] = [];
  const source = binding.list;
  if (source) {
    for (const key of page.list?.columns ?? []) {
      if (!source.columns[key] && !source.derive) faults.push(`${page.title}: column ${key} is not bound`);
      const kind = page.fields[key]?.kind;
      if ((kind === 'ref' || kind === 'refs') && !source.names?.[key] && !source.derive)
        faults.push(`${page.title}: ${key} has no shown name`);
    }
    for (const s of searchFields(page))
      for (const key of s.keys ?? [s.key])
        if (!source.columns[key] && !source.where?.[s.key]) faults.push(`${page.title}: search ${key} is not bound`);
  }
  for (const action of [...(page.list?.row ?? []), ...(page.list?.tools ?? [])]) {
    if (typeof action !== 'string' && !action.open && !binding.actions?.[action.key])
      faults.push(`${page.title}: action ${action.key} is not bound`);
    if (action === 'remove' && !binding.remove) faults.push(`${page.title}: remove is not bound`);
  }
  if (page.form && page.kind !== 'settings' && !binding.create && page.list?.tools?.includes('create'))
    faults.push(`${page.title}: create is not bound`);
  if (page.import && !binding.importRows) faults.push(`${page.title}: import is not bound`);
  return faults;
}

/** A registry over loaded bindings; two pages on one path are an error, as is an unbound column. */
export function createRegistry(bounds: readonly Bound[]): Registry {
  const faults = bounds.flatMap(bindingFaults);
  if (faults.length > 0) throw new Error(`pages are not whole:\n${faults.join('\n')}`);
  const byPath = new Map<string, Registered>();
  const all: Registered[] = [];
  for (const { page, binding } of bounds) {
    for (const place of page.places) {
      if (byPath.has(place.path)) throw new Error(`two pages at ${place.path}`);
      const entry = { path: place.path, title: place.title ?? page.title, page, binding };
      byPath.set(place.path, entry);
      all.push(entry);
    }
    for (const alias of page.aliases ?? []) byPath.set(alias, byPath.get(page.places[0]!.path)!);
  }
  return { at: (path) => byPath.get(path), all };
}

/** Imports all page bindings below `domainsDir`. */
export async function loadBindings(domainsDir: string): Promise<Bound[]> {
  const bounds: Bound[] = [];
  for (const domain of (await readdir(domainsDir, { withFileTypes: true })).filter((d) => d.isDirectory())) {
    const dir = join(domainsDir, domain.name, 'pages');
    const files = (await readdir(dir).catch(() => [])).filter((f) => f.endsWith('.server.ts')).sort();
    for (const file of files) {
      const module = (await import(pathToFileURL(join(dir, file)).href)) as { default: Bound | readonly Bound[] };
      bounds.push(...(Array.isArray(module.default) ? module.default : [module.default]));
    }
  }
  return bounds;
}
