/** Which registered page a path means: the page itself, its sibling form, an alias of it, or none. */
import { aliases, pages } from 'virtual:pages';
import type { PageEntry } from './entry.ts';

export interface FoundPage {
  /** Path of the page (without `/form`); calls and rights go by it. */
  page: string;
  form: boolean;
  entry: PageEntry;
}

/** Follows an alias; any other path stays as it is. */
export function canonicalPath(path: string): string {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (aliases[trimmed]) return aliases[trimmed];
  const base = trimmed.endsWith('/form') ? aliases[trimmed.slice(0, -5)] : undefined;
  return base ? `${base}/form` : trimmed;
}

/** The page at `path`, or undefined for a path no page knows. */
export function findPage(path: string): FoundPage | undefined {
  const own = pages[path];
  if (own) return { page: path, form: false, entry: own };
  if (!path.endsWith('/form')) return undefined;
  const page = path.slice(0, -5);
  const entry = pages[page];
  return entry?.form ? { page, form: true, entry } : undefined;
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
  return found.form ? `${query.id ? '编辑' : '新增'} · ${name}` : name;
}
