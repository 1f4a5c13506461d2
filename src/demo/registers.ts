/** What an organization sets down before its first day: reminders, who eats at weekends. */
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
