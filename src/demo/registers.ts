/** What an organization sets down before its first day: reminders, who eats at weekends, who orders in its own app. */
import { bindByCode } from '../domains/ordering/public.server.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { area, type Life } from './life.ts';

interface Limits {
  limits: Record<string, unknown>[];
  version?: number;
}

/** Sets them down. */
export async function openRegisters({ actor, cast, plan }: Life): Promise<void> {
  const limits = await actor.call<Limits>(`${area}/balance_limit`, 'get', {});
  await actor.call(`${area}/balance_limit`, 'update', {
    ...limits,
    // The school's second administrator sees every refund, the company's those above ten yuan.
    refundAloneFen: plan.kind === 'SCHOOL' ? 0 : 1_000,
    limits: limits.limits.map((line) => ({ ...line, lowAlertFen: plan.lowAlertFen })),
  });
  await actor.call(`${area}/weekend_repast_personnel`, 'assign', {
    personIds: cast.map(({ id }) => id),
    ruleType: 'WEEKEND',
    reason: plan.kind === 'SCHOOL' ? '住校值班' : '周末值守',
  });
}

/** People of the cast who are bound in the app. */
const bound = 4;

/** The unit's own app, with some of the cast bound by the codes its page shows. */
export async function openDinerApp({ actor, cast, plan, services, organizationId }: Life): Promise<void> {
  const page = `${area}/diner_app`;
  const name = plan.kind === 'SCHOOL' ? '校园服务号' : '企业微信订餐';
  const { id } = await actor.call<{ id: number }>(page, 'create', { name, remark: '本人报餐、订餐、查余额' });
  for (const { id: personId } of cast.slice(0, bound)) {
    const { secret } = await actor.call<{ secret: { value: string } }>(page, 'code', { id, personId });
    const done = await bindByCode(services, { organizationId, id, name }, secret.value);
    if (isRefusal(done)) throw new Error(`demo app of ${plan.name}: ${refusalMessage(done)}`);
  }
}
