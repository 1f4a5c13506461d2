/** Further staff of the demo: a second pair of eyes for approvals, and one account with two identities. */
import { demoPassword, openOwner, superId } from '../domains/identity/public.server.ts';
import type { Services } from '../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { type Actor, actAs } from './act.ts';
import { actorOf, type Units } from './units.ts';

/** Login names of the second administrators, who approve what the first ones make. */
export const approvers = { school: 'finance', company: 'finance2' } as const;

/** Opens the organization's second administrator and answers it. */
export async function openApprover(
  services: Services,
  organizationId: number,
  of: keyof typeof approvers,
): Promise<Actor> {
  const opened = await openOwner(services, {
    unitType: 'ORGANIZATION',
    unitId: organizationId,
    loginName: approvers[of],
    name: of === 'school' ? '何会计' : '沈会计',
    phone: of === 'school' ? '13600004011' : '13600004012',
    password: demoPassword,
  });
  if (isRefusal(opened)) throw new Error(refusalMessage(opened));
  return actAs(services, opened.accountId, opened.employeeId);
}

/** The agent's account also works for the company: one person, two identities to switch between; another is asked. */
export async function shareAgent(services: Services, actor: Actor): Promise<void> {
  const [role] = await actor.call<{ id: number }[]>('/admin/organization/role', 'options', {});
  const invite = (person: Record<string, unknown>) =>
    actor.call('/admin/organization/employee', 'create', { ...person, roleIds: [role!.id] });
  const { id } = await invite({ loginName: 'agent', name: '许致远', jobTitle: '驻场实施' });
  const agent = await actorOf(services, 'agent');
  await agent.call('/admin/user_info', 'invitation_accept', { id, version: 1 });
  await invite({ loginName: 'finance', name: '何会计', jobTitle: '兼职会计' });
}

/** The super administrator gives a template one page more once units work with it: their roles are asked. */
export async function extendTemplate(services: Services): Promise<void> {
  const actor = await actAs(services, superId, null);
  const path = '/admin/system/role';
  const { rows } = await actor.call<{ rows: { id: number; name: string }[] }>(path, 'query', { size: 100 });
  const { id } = rows.find((one) => one.name === '食堂管理员')!;
  const { version, name, dataScope, remark, grants } = await actor.call<Record<string, unknown> & { grants: string[] }>(
    path,
    'get',
    { id },
  );
  const setting = '/admin/organization/food_menu/setting';
  const more = [...grants, `${setting}#query`, `${setting}#update`];
  await actor.call(path, 'update', { id, version, name, dataScope, remark, grants: more });
}

/** Who else works at the other units, and what the contractor offers its customers. */
export async function openStaff(services: Services, units: Units): Promise<void> {
  const hire = async (actor: Actor, area: string, person: Record<string, string>) => {
    const [role] = await actor.call<{ id: number }[]>(`/admin/${area}/role`, 'options', {});
    await actor.call(`/admin/${area}/employee`, 'create', { ...person, roleIds: [role!.id] });
  };
  const agent = await actorOf(services, 'agent');
  await hire(units.platform, 'platform', {
    name: '秦客服',
    phone: '13800001002',
    loginName: 'pt-kefu',
    jobTitle: '客户支持',
  });
  await hire(agent, 'agent', { name: '卓远航', phone: '13900002003', loginName: 'dl-shishi', jobTitle: '实施工程师' });
  await hire(units.contractor, 'contractor', {
    name: '耿大勇',
    phone: '13700003003',
    loginName: 'cb-jingli',
    jobTitle: '项目经理',
  });
  const meals = [
    { name: '早餐', startTime: '06:30', endTime: '09:00', color: '#b45309' },
    { name: '午餐', startTime: '11:00', endTime: '13:30', color: '#0a8250' },
    { name: '晚餐', startTime: '17:00', endTime: '19:30', color: '#2563eb' },
  ];
  for (const [sort, meal] of meals.entries())
    await units.contractor.call('/admin/contractor/meal', 'create', { ...meal, times: 2, sort });
}
