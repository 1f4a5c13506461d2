/** May a session use a page's verb? The area decides first, then the role's grants. */
import { type AnyPage, areaOf, unitTypeOf, verbsOf } from '../../define/page.ts';
import type { Session } from '../context.ts';

const importVerbs = new Set([
  'import_template',
  'import_check',
  'import_fix',
  'import_commit',
  'import_status',
  'import_cancel',
  'import_bad_rows',
]);

/** The permission a verb falls under: reading verbs under `query`, import steps under `import`. */
export function permissionOf(verb: string): string {
  if (verb === 'get' || verb === 'sums' || verb === 'history') return 'query';
  return importVerbs.has(verb) ? 'import' : verb;
}

/** The areas a kind of account works in; the super administrator runs the system and may look after the platform. */
export function inArea(session: Session, path: string): boolean {
  const area = areaOf(path);
  if (area === 'admin') return true;
  if (session.unitType === null) return area === 'system' || area === 'base' || area === 'platform';
  if (area === 'base') return session.unitType === 'PLATFORM';
  return unitTypeOf(area) === session.unitType;
}

/** Is the verb granted? Verbs a page does not list for roles ride on `query`. */
export function may(session: Session, page: AnyPage, path: string, verb: string): boolean {
  if (!inArea(session, path)) return false;
  if (page.everyone || session.grants === 'ALL') return true;
  const permission = permissionOf(verb);
  return session.grants.has(
    `${path}#${Object.hasOwn(verbsOf(page), permission) ? permission : permission === 'reveal' ? 'reveal' : 'query'}`,
  );
}
