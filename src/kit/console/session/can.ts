/** Which pages and buttons the signed-in administrator is granted. The server checks again; this only hides. */
import type { AdminInfo } from './admin.ts';

let granted: ReadonlySet<string> = new Set();

/** Takes over the grants of the signed-in administrator. */
export function setGrants(admin: Pick<AdminInfo, 'grants'>): void {
  granted = new Set(admin.grants);
}

/** May verb `verb` of page `path` be used? */
export function can(path: string, verb: string): boolean {
  return granted.has('*') || granted.has(`${path}#${verb}`);
}
