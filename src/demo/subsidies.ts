/** The demo's subsidies, by the real commands: a rule, a batch approved by a second person each month, clearing at its end. */
import { prepareBatch } from '../domains/subsidy/batch/prepare-batch.ts';
import { runBatch } from '../domains/subsidy/batch/run-batch.ts';
import { openClearRun } from '../domains/subsidy/clearing/open-run.ts';
import { runClear } from '../domains/subsidy/clearing/run-clear.ts';
import type { Services } from '../kit/server/context.ts';
import { isRefusal } from '../kit/server/refusal.ts';
import type { Actor } from './act.ts';
import type { OrganizationPlan } from './plan.ts';
import { approvers } from './staff.ts';
import { actorOf } from './units.ts';

export interface SubsidyLife {
  services: Services;
  organizationId: number;
  actor: Actor;
  plan: OrganizationPlan;
}

const batchPage = '/admin/organization/subsidy/batch_recharge';
const rulePage = '/admin/organization/subsidy/configure';
const ruleName = '月度餐补';
const never = new AbortController().signal;

interface Shown {
  batch: { totalCount: number; totalFen: number };
}

/** The organization's rule; made at its first use. */
async function monthlyRule({ actor, plan }: SubsidyLife): Promise<number> {
  const known = await actor.call<{ id: number }[]>(rulePage, 'options', { keyword: ruleName });
  if (known[0]) return known[0].id;
  const types = await actor.call<{ id: number; name: string }[]>('/admin/organization/type', 'options', { size: 200 });
  const typeAmounts = types.flatMap(({ id, name }) => {
    const amountFen = plan.subsidy[name];
    return amountFen === undefined ? [] : [{ typeId: id, amountFen }];
  });
  const made = await actor.call(rulePage, 'create', {
    name: ruleName,
    typeAmounts,
    basis: 'FIXED',
    cycle: 'MONTH',
    dayOfCycle: 1,
    automatic: true,
    prepareDays: 3,
    clearAt: 'MONTH',
    carryOver: 'CARRY_MAX',
    carryMaxFen: 3_000,
    debitOrder: 5,
  });
  return made.id;
}

/** Takes a batch up to the point where the second person has it. */
async function handIn(
  { services, organizationId, actor }: SubsidyLife,
  values: Record<string, unknown>,
): Promise<number> {
  const { id } = await actor.call(batchPage, 'create', { kind: 'GRANT', ...values });
  await prepareBatch(services, organizationId, id);
  const { batch } = await actor.call<Shown>(batchPage, 'progress', { id });
  await actor.call(batchPage, 'submit', { id, controlCount: batch.totalCount, controlFen: batch.totalFen });
  return id;
}

/** What happens on the first of a month: what has ended is cleared or carried over, then the month's grant. */
export async function liveSubsidies(life: SubsidyLife, day: string): Promise<void> {
  const { services, organizationId, plan } = life;
  const run = await openClearRun(services, {
    organizationId,
    mode: 'AUTO',
    asOf: day,
    batchId: null,
    reason: '到期清零',
    creatorId: null,
    creatorName: '系统',
  });
  if (!isRefusal(run)) await runClear(services, organizationId, run.id, never);
  const id = await handIn(life, { mode: 'RULE', ruleId: await monthlyRule(life) });
  const approver = await actorOf(services, approvers[plan.loginName]);
  await approver.call(batchPage, 'approve', { id });
  await runBatch(services, organizationId, id, never);
}

/** Leaves work for today: a batch that waits for the approver, and this month's budgets. */
export async function leaveSubsidyWork(life: SubsidyLife, month: string): Promise<void> {
  const { actor, plan } = life;
  const types = await actor.call<{ id: number; name: string }[]>('/admin/organization/type', 'options', { size: 200 });
  const typeIds = types.filter(({ name }) => plan.subsidy[name] !== undefined).map(({ id }) => id);
  await handIn(life, { mode: 'MANUAL', typeIds, amountFen: 2_000, name: '加班餐补', reason: '周末加班' });
  const budget = (kind: string, budgetFen: number) =>
    actor.call('/admin/organization/statistics/budget_summary', 'create', { month, kind, budgetFen });
  await budget('SUBSIDY', plan.kind === 'SCHOOL' ? 1_000_000 : 8_000_000);
  await budget('MEAL', 12_000_000);
}
