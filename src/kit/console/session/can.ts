/** Which pages and buttons the signed-in administrator is granted. The server checks again; this only hides. */
import { areaOf, type UnitType, unitTypeOf } from '../../define/page.ts';
import { type AdminInfo, accountType } from './admin.ts';

let granted: ReadonlySet<string> = new Set();
let type: UnitType | undefined;
let wide = false;

/** Takes over the grants of the signed-in administrator. */
export function setGrants(admin: Pick<AdminInfo, 'grants' | 'type' | 'belong' | 'wide'>): void {
  granted = new Set(admin.grants);
  type = accountType(admin);
  wide = admin.wide === true;
}

/** Does the administrator see rows of more than one organization? */
export const seesMany = (): boolean => wide;

/** `*` reaches as far as the areas of the account: its own, or system, base and platform without a type. */
function inArea(path: string): boolean {
  const area = areaOf(path);
  if (area === 'admin') return true;
  if (type === undefined) return area === 'system' || area === 'base' || area === 'platform';
  return area === 'base' ? type === 'PLATFORM' : unitTypeOf(area) === type;
}

/** May verb `verb` of page `path` be used? */
export function can(path: string, verb: string): boolean {
  return granted.has(`${path}#${verb}`) || (granted.has('*') && inArea(path));
}
