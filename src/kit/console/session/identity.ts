/** Identities of one account: which there are, which is current, and changing to another. */
import { ApiError, call, refusalOf } from '../http/client.ts';
import { stampIdentity } from '../http/token.ts';
import { restartAt } from './leave.ts';

export interface Identity {
  id: number;
  type: string;
  label: string;
  name: string;
}

interface SwitchAnswer {
  errorcode: number;
  errormsg?: string;
  token?: string;
  obj?: Identity[];
}

/** The identities this account may take. */
export async function listIdentities(): Promise<Identity[]> {
  const answer = (await call('/admin/agent/employee/switch_identity', undefined, {
    method: 'GET',
  })) as unknown as SwitchAnswer;
  if (answer.errorcode) throw refusalOf({ data: null, ...answer });
  return answer.obj ?? [];
}

/** Name of the current identity. */
export async function currentIdentityName(): Promise<string> {
  const answer = await call<{ name: string }>('/admin/agent/employee/display_role', undefined, { method: 'GET' });
  return answer.data?.name ?? '';
}

/** Takes another identity: its token replaces the stored one and the console starts anew at its home page. */
export async function switchIdentity(identity: Identity): Promise<void> {
  const query = new URLSearchParams({ id: String(identity.id), type: identity.type });
  const answer = (await call(`/admin/agent/employee/Change_user_token?${query}`, undefined, {
    method: 'GET',
  })) as unknown as SwitchAnswer;
  if (answer.errorcode || !answer.token)
    throw answer.errorcode ? refusalOf({ data: null, ...answer }) : new ApiError('切换失败，请稍后再试', -2);
  stampIdentity(`switched:${identity.type}:${identity.id}:${crypto.randomUUID()}`);
  restartAt('/admin');
}
