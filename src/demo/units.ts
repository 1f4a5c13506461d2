/** The demo's units: platform staff, two agents, two contractors, the two organizations, and who signs in where. */

import { demoPassword, openOwner, platformUnitId, superId } from '../domains/identity/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { type Actor, actAs } from './act.ts';
import { openFinanceStaff } from './finance-staff.ts';
import type { OrganizationPlan } from './plan.ts';

export interface Units {
  platform: Actor;
  agentId: number;
  contractorId: number;
  contractor: Actor;
}

/** The actor of the account with this login name. */
export async function actorOf(services: Services, loginName: string): Promise<Actor> {
  const found = await services.db
    .selectFrom('account as a')
    .innerJoin('employee as e', 'e.account_id', 'a.id')
    .select(['a.id', 'e.id as employeeId'])
    .where('a.login_name', '=', loginName)
    .executeTakeFirstOrThrow();
  return actAs(services, found.id, found.employeeId);
}

async function platformStaff(services: Services): Promise<Actor> {
  const opened = await openOwner(services, {
    unitType: 'PLATFORM',
    unitId: platformUnitId,
    loginName: 'platform',
    name: '平台运营',
    phone: '13800001001',
    password: demoPassword,
  });
  if (isRefusal(opened)) throw new Error(refusalMessage(opened));
  return actAs(services, opened.accountId, opened.employeeId);
}

/** Opens platform, agents and contractors. `today` is the day the demo is shown. */
export async function openUnits(services: Services, today: string): Promise<Units> {
  const platform = await platformStaff(services);
  const grade = await services.db.selectFrom('agent_grade').select('id').orderBy('id').executeTakeFirst();
  const gradeId = grade?.id ?? (await platformGrade(services));
  const agents = [
    { name: '东方智慧校园服务商', contact: '许致远', phone: '13900002001', loginName: 'agent' },
    { name: '南方餐饮科技服务商', contact: '罗思源', phone: '13900002002', loginName: 'agent2' },
  ];
  const agentIds: number[] = [];
  for (const agent of agents)
    agentIds.push(
      (
        await platform.call('/admin/platform/agent', 'create', {
          ...agent,
          gradeId,
          password: demoPassword,
          contractStart: addDays(today, -300),
          contractEnd: addDays(today, 400),
        })
      ).id,
    );
  const contractors = [
    {
      name: '禾丰餐饮管理有限公司',
      shortName: '禾丰餐饮',
      contact: '邵建国',
      phone: '13700003001',
      loginName: 'contractor',
    },
    {
      name: '悦膳团餐服务有限公司',
      shortName: '悦膳团餐',
      contact: '何雨桐',
      phone: '13700003002',
      loginName: 'contractor2',
    },
  ];
  const contractorIds: number[] = [];
  for (const contractor of contractors)
    contractorIds.push(
      (
        await platform.call('/admin/platform/contractor', 'create', {
          ...contractor,
          agentId: agentIds[0],
          password: demoPassword,
          settleCycle: 'MONTH',
          feeRate: 38,
          foodLicenseEnd: addDays(today, 41),
          expireAt: addDays(today, 600),
        })
      ).id,
    );
  await openFinanceStaff(services, contractorIds[0]!);
  return {
    platform,
    agentId: agentIds[0]!,
    contractorId: contractorIds[0]!,
    contractor: await actorOf(services, 'contractor'),
  };
}

async function platformGrade(services: Services): Promise<number> {
  const root = await actAs(services, superId, null);
  const { id } = await root.call('/admin/agent/grade', 'create', { name: '一级代理' });
  return id;
}

/** Opens an organization under the first agent (`today`: the day the demo is shown); answers its id and its administrator. */
export async function openOrganization(
  services: Services,
  units: Units,
  plan: OrganizationPlan,
  today: string,
): Promise<{ id: number; actor: Actor }> {
  const { id } = await units.platform.call('/admin/platform/organization', 'create', {
    name: plan.name,
    kind: plan.kind,
    agentId: units.agentId,
    address: plan.address,
    contact: plan.kind === 'SCHOOL' ? '梁校长' : '田经理',
    phone: plan.kind === 'SCHOOL' ? '13600004001' : '13600004002',
    expireAt: addDays(today, plan.serviceDays),
    trial: false,
    foodLicenseEnd: addDays(today, plan.licenceDays),
    loginName: plan.loginName,
    password: demoPassword,
  });
  return { id, actor: await actorOf(services, plan.loginName) };
}
