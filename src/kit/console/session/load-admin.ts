/** Asks who is signed in. One call; the answer decides menus, home page and rights. */
import { ApiError, call, refusalOf } from '../http/client.ts';
import { stampIdentity } from '../http/token.ts';
import { type AdminInfo, identityStamp, type Menu } from './admin.ts';
import { setGrants } from './can.ts';
import { takeLooks } from './looks.ts';

const path = '/admin/get_admin_info_in_session';

let early: Promise<AdminInfo> | undefined;

async function ask(): Promise<AdminInfo> {
  const envelope = await call<AdminInfo>(path);
  if (envelope.errorcode !== 0) throw refusalOf(envelope);
  if (!Array.isArray(envelope.data?.menus)) throw new ApiError('服务异常，请稍后再试', -2);
  const admin = { ...envelope.data, grants: envelope.data.grants ?? [] };
  setGrants(admin);
  takeLooks(admin.looks ?? {});
  stampIdentity(identityStamp(admin));
  return admin;
}

/** Starts the call before the shell's code has arrived; the next `loadAdmin` takes its answer. */
export function preloadAdmin(): void {
  early ??= ask();
  early.catch(() => undefined);
}

/** The signed-in administrator. Throws `ApiError` when the server refuses or cannot be reached. */
export function loadAdmin(): Promise<AdminInfo> {
  const answer = early ?? ask();
  early = undefined;
  return answer;
}

/** The menus as they are now, with what is said above their pages; nobody counts as working because of it. */
export async function askMenus(): Promise<Menu[] | undefined> {
  const answer = await call<AdminInfo>(path, undefined, { background: true });
  return answer.errorcode === 0 && Array.isArray(answer.data?.menus) ? answer.data.menus : undefined;
}
