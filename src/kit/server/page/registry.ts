/** Finds every page's server side: all `pages/*.server.ts` of all domains, in the domain's folder or in one of its nouns. Adding a page is adding its files. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fields } from '../../define/field.ts';
import type { AnyPage } from '../../define/page.ts';
import { nearest, pageAt } from '../../define/page-at.ts';
import type { Binding, Bound } from './binding.ts';
import { pageFaults } from './faults/page-faults.ts';
import { sameFaults } from './identity-faults.ts';

export interface Registered {
  path: string;
  title: string;
  /** As this place sees it. */
  page: AnyPage;
  binding: Binding<Fields>;
}

export interface Registry {
  /** By path, aliases included. */
  at(path: string): Registered | undefined;
  /** One entry per place of every page. */
  all: readonly Registered[];
}

/** A registry over loaded bindings; two pages on one path are an error, as is a page that is not whole. */
export function createRegistry(bounds: readonly Bound[]): Registry {
  const faults = bounds.flatMap(pageFaults);
  if (faults.length > 0) throw new Error(`pages are not whole:\n${faults.join('\n')}`);
  const byPath = new Map<string, Registered>();
  const all: Registered[] = [];
  const siblings = new Map(bounds.flatMap(({ page }) => page.places.map((p) => [p.path, page.places] as const)));
  const placesOf = (path: string) => (siblings.get(path) ?? []).map((place) => place.path);
  for (const { page, binding } of bounds) {
    for (const place of page.places) {
      if (byPath.has(place.path)) throw new Error(`two pages at ${place.path}`);
      const here = pageAt(page, place.path, (target) => nearest(target, placesOf(target), place.path));
      const entry = { path: place.path, title: place.title ?? page.title, page: here, binding };
      byPath.set(place.path, entry);
      all.push(entry);
    }
    for (const alias of page.aliases ?? []) byPath.set(alias, byPath.get(page.places[0]!.path)!);
  }
  const registry: Registry = { at: (path) => byPath.get(path), all };
  const apart = sameFaults(registry);
  if (apart.length > 0) throw new Error(`pages are not whole:\n${apart.join('\n')}`);
  return registry;
}

/** Makes the records of all domains below `domainsDir` known by name. */
export async function loadEntities(domainsDir: string): Promise<void> {
  for (const file of globSync('*/entities.ts', { cwd: domainsDir }))
    await import(pathToFileURL(join(domainsDir, file)).href);
}

/** Imports all entities and page bindings below `domainsDir`. */
export async function loadBindings(domainsDir: string): Promise<Bound[]> {
  const bounds: Bound[] = [];
  await loadEntities(domainsDir);
  for (const file of globSync('*/**/pages/*.server.ts', { cwd: domainsDir }).sort()) {
    const module = (await import(pathToFileURL(join(domainsDir, file)).href)) as { default: Bound | readonly Bound[] };
    bounds.push(...(Array.isArray(module.default) ? module.default : [module.default]));
  }
  return bounds;
}

/** All definitions below `domainsDir`, bound or not. */
export async function loadDefinitions(domainsDir: string): Promise<AnyPage[]> {
  const files = globSync('*/**/pages/*.page.ts', { cwd: domainsDir }).sort();
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(domainsDir, file)).href) as Promise<{ default?: unknown }>),
  );
  return modules.flatMap((module) => (module.default ?? []) as AnyPage | AnyPage[]);
}
