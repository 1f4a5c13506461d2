/** Further staff of the demo: a second pair of eyes for approvals, and one account with two identities. */
import { demoPassword } from '../domains/identity/create-account.ts';
import { openOwner } from '../domains/identity/open-owner.ts';
import type { Services } from '../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import type { Actor } from './act.ts';

/** Login names of the second administrators, who approve what the first ones make. */
export const approvers = { school: 'finance', company: 'finance2' } as const;

/** Opens the organization's approver. */
export async function openApprover(
  services: Services,
  organizationId: number,
  of: keyof typeof approvers,
): Promise<void> {
  const opened = await openOwner(services, {
    unitType: 'ORGANIZATION',
    unitId: organizationId,
    loginName: approvers[of],
    name: of === 'school' ? '何会计' : '沈会计',
    phone: of === 'school' ? '13600004011' : '13600004012',
    password: demoPassword,
  });
  if (isRefusal(opened)) throw new Error(refusalMessage(opened));
}

/** The agent's account also works for the company: one person, two identities to switch between. */
export async function shareAgent(actor: Actor): Promise<void> {
  const [role] = await actor.call<{ id: number }[]>('/admin/organization/role', 'options', {});
  await actor.call('/admin/organization/employee', 'create', {
    loginName: 'agent',
    name: '许致远',
    jobTitle: '驻场实施',
    roleIds: [role!.id],
  });
}
