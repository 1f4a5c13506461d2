/** Which registered page a path means: the page itself, its sibling form, a record of it, an alias, or none. */
import { aliases, pages } from 'virtual:pages';
import { type AnyPage, ownerPath } from '../../define/page.ts';
import { nearest, pageAt, seenPage } from '../../define/page-at.ts';
import { narrowed } from '../../define/wide.ts';
import { can, seesMany } from '../session/can.ts';
import type { PageEntry } from './entry.ts';

/** The page itself, its sibling `/form`, or the `/record` of one of its rows. */
export type Part = 'page' | 'form' | 'record';

export interface FoundPage {
  /** Path of the page (without `/form` or `/record`); calls and rights go by it. */
  page: string;
  part: Part;
  entry: PageEntry;
}

/** Follows an alias; any other path stays as it is. */
export function canonicalPath(path: string): string {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (aliases[trimmed]) return aliases[trimmed];
  const [, page = '', part] = /^(.*)\/(form|record)$/.exec(trimmed) ?? [];
  const base = aliases[page];
  return base ? `${base}/${part}` : trimmed;
}

/** The page at `path`, or undefined for a path no page knows. */
export function findPage(path: string): FoundPage | undefined {
  const own = pages[path];
  if (own) return { page: path, part: own.kind === 'detail' ? 'record' : 'page', entry: own };
  const [, page = '', part] = /^(.*)\/(form|record)$/.exec(path) ?? [];
  const entry = pages[page];
  if (part === 'form') return entry?.form ? { page, part, entry } : undefined;
  return part === 'record' && entry?.kind === 'list' ? { page, part, entry } : undefined;
}

/** The lists of lines that show inside the records of the page at `path`. */
export function linesOf(path: string): FoundPage[] {
  return Object.entries(pages).flatMap(([page, entry]) =>
    entry.by && ownerPath(page) === path ? [{ page, part: 'page' as const, entry }] : [],
  );
}

/** Places of one page share its definition. */
const placesOf = (path: string): string[] => {
  const load = pages[path]?.load;
  return load ? Object.keys(pages).filter((other) => pages[other]?.load === load) : [];
};

/** The definition of a found page as this place sees it. */
export async function definitionOf({ page, entry }: FoundPage): Promise<AnyPage> {
  const { default: spec } = await entry.load();
  const here = pageAt(spec, page, (target) => nearest(target, placesOf(target), page));
  // What belongs to a page is seen by the rights of that page, as the server has it.
  const at = here.of ? ownerPath(page) : page;
  const seen = seenPage(here, (verb) => can(at, verb));
  return seesMany() ? seen : narrowed(seen);
}

/**
 * Title of the tab that opens `path`: a form with an id edits, one without creates. Undefined for an unknown path.
 * @param menuName the name a menu gives to a page, which wins over the page's own title
 */
export function titleOf(
  path: string,
  query: Readonly<Record<string, string>>,
  menuName: (page: string) => string | undefined,
): string | undefined {
  const found = findPage(path);
  if (!found) return undefined;
  const name = menuName(found.page) ?? found.entry.title;
  return found.part === 'form' ? `${query.id ? '编辑' : '新增'} · ${name}` : name;
}
