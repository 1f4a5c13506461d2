/** May a session use a page's verb? The area decides first, then the role's grants. */
import { writes } from '../../define/duty.ts';
import type { Fields } from '../../define/field.ts';
import { formKeys } from '../../define/form.ts';
import {
  type AnyPage,
  areaOf,
  type DataLimit,
  ownerPath,
  searchFields,
  unitTypeOf,
  verbsOf,
} from '../../define/page.ts';
import { seenPage } from '../../define/page-at.ts';
import type { Session } from '../context.ts';
import type { Registered, Registry } from './registry.ts';

const importVerbs = new Set([
  'import_template',
  'import_check',
  'import_fix',
  'import_commit',
  'import_status',
  'import_cancel',
  'import_bad_rows',
  'import_last',
  'import_take_back',
]);

/** The permission a verb falls under: reading verbs under `query`, import steps under `import`. */
export function permissionOf(verb: string): string {
  if (verb === 'get' || verb === 'sums' || verb === 'history') return 'query';
  if (verb === 'preview') return 'create';
  if (verb === 'foresee' || verb === 'withdraw_version') return 'update';
  return importVerbs.has(verb) ? 'import' : verb;
}

/** What of a session says what it may do. */
export type Granted = Pick<Session, 'unitType' | 'grants' | 'scope'>;

/** The areas a kind of account works in; the super administrator runs the system and may look after the platform. */
export function inArea(session: Granted, path: string): boolean {
  const area = areaOf(path);
  if (area === 'admin') return true;
  if (session.unitType === null) return area === 'system' || area === 'base' || area === 'platform';
  if (area === 'base') return session.unitType === 'PLATFORM';
  return unitTypeOf(area) === session.unitType;
}

/** Is the page for the session's data scope? One that does not follow a scope shows nothing to it, not all. */
export function forScope({ scope }: Pick<Session, 'scope'>, page: AnyPage): boolean {
  if (page.of && (!page.limited || !forScope({ scope }, page.of.page))) return forScope({ scope }, page.of.page);
  if (page.everyone || page.limited === 'common') return true;
  const follows = (limit: DataLimit) => page.limited?.includes(limit) ?? false;
  return (scope.departments === 'ALL' || follows('DEPARTMENT')) && (scope.operator === null || follows('SELF'));
}

/** Is the verb a button of the page that acts on the whole unit at once? */
const actsOnWhole = ({ list }: AnyPage, verb: string) =>
  [...(list?.row ?? []), ...(list?.tools ?? [])].some((a) => typeof a !== 'string' && a.key === verb && a.whole);

/** Is the verb for the session's data scope? */
export function verbForScope(session: Pick<Session, 'scope'>, page: AnyPage, verb: string): boolean {
  const { departments, operator } = session.scope;
  return forScope(session, page) && ((departments === 'ALL' && operator === null) || !actsOnWhole(page, verb));
}

/**
 * The rights of the owner (any of them) that a verb of what belongs to it rides on: its button of that name; where it has none,
 * looking for what looks, and for what writes any right of the owner that does more than look.
 */
function ridesOn(page: AnyPage, permission: string): readonly string[] {
  const owner = page.of!.page;
  const known = verbsOf(owner);
  if (Object.hasOwn(known, permission)) return [permission];
  if (!Object.hasOwn(verbsOf(page), permission) || !writes(page, permission)) return ['query'];
  return Object.keys(known).filter((verb) => writes(owner, verb));
}

/** Is the verb granted, on a page for the session's data scope? Verbs a page does not list for roles ride on `query`. */
export function may(session: Granted, page: AnyPage, path: string, verb: string): boolean {
  if (!inArea(session, path) || !verbForScope(session, page, verb)) return false;
  if (page.everyone || session.grants === 'ALL') return true;
  const permission = permissionOf(verb);
  // What belongs to a page is open with it.
  if (page.of) return ridesOn(page, permission).some((needed) => may(session, page.of!.page, ownerPath(path), needed));
  return session.grants.has(
    `${path}#${Object.hasOwn(verbsOf(page), permission) ? permission : permission === 'reveal' ? 'reveal' : 'query'}`,
  );
}

/** The page as the session may see it: fields that ask for a verb it has not are gone (`sees`). */
export function seenEntry(session: Granted, entry: Registered): Registered {
  const page = seenPage(entry.page, (verb) => may(session, entry.page, entry.path, verb));
  return page === entry.page ? entry : { ...entry, page };
}

/** A page's asking for the choices of another, and the verbs (any of them) of those who get to see it ask. */
export interface Citation {
  source: string;
  verbs: readonly string[];
}

/** Every page whose choices a page's search, columns, form, import, dialogs or picture ask for. */
export function citationsOf(page: AnyPage): Citation[] {
  const found: Citation[] = (page.cites ?? []).map((source) => ({ source, verbs: ['query'] }));
  const cite = (fields: Fields, keys: readonly string[], verbs: readonly string[]) => {
    for (const key of keys) {
      const field = fields[key];
      if (field?.source) found.push({ source: field.source, verbs });
      if (field?.lines) cite(field.lines.fields, Object.keys(field.lines.fields), verbs);
    }
  };
  const form = formKeys(page);
  const imported = page.import?.fields ?? [];
  cite(page.fields, form, ['create', 'update']);
  cite(page.fields, imported, ['import']);
  const searched = searchFields(page).flatMap((s) => s.keys ?? [s.key]);
  // Fields of a page without a list or a form are asked for by its own picture.
  cite(page.fields, page.list || page.form ? searched : Object.keys(page.fields), ['query']);
  for (const action of [...(page.list?.row ?? []), ...(page.list?.tools ?? [])])
    if (typeof action !== 'string' && action.form) cite(action.form, Object.keys(action.form), [action.key]);
  return found;
}

interface Citing extends Citation {
  by: Registered;
}
const citing = new WeakMap<Registry, Map<string, Citing[]>>();

/** Who asks for a page's choices, by its path. */
function citingOf(registry: Registry, path: string): readonly Citing[] {
  let byPath = citing.get(registry);
  if (!byPath) {
    const all = registry.all.flatMap((by) => citationsOf(by.page).map((citation) => ({ ...citation, by })));
    byPath = Map.groupBy(all, ({ source }) => registry.at(source)?.path ?? source);
    citing.set(registry, byPath);
  }
  return byPath.get(path) ?? [];
}

/** May a session be answered a page's choices? Who may open it, and who uses something that cites it on a page of his. */
export function mayChoose(registry: Registry, session: Session, { page, path }: Registered): boolean {
  return (
    may(session, page, path, 'query') ||
    citingOf(registry, path).some(({ by, verbs }) => {
      // A verb the page does not have would ride on its 查看.
      const known = verbsOf(by.page);
      return verbs.some((verb) => Object.hasOwn(known, verb) && may(session, by.page, by.path, verb));
    })
  );
}
