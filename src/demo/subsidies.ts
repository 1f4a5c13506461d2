/** The demo's subsidies, by the real commands: a rule, a batch approved by a second person each month, clearing at its end. */
import { openClearRun, prepareBatch, runClear, runSubsidyBatch } from '../domains/subsidy/public.server.ts';
import { isRefusal } from '../kit/server/refusal.ts';
import type { Actor } from './act.ts';
import { leaveCounted } from './counted-meals.ts';
import type { Happening } from './happenings.ts';
import type { Life } from './life.ts';

const batchPage = '/admin/organization/subsidy/batch_recharge';
const rulePage = '/admin/organization/subsidy/configure';
const never = new AbortController().signal;

interface Shown {
  totalCount: number;
  totalFen: number;
}

/** The organization's rule; made at its first use. */
async function monthlyRule({ actor, plan }: Life): Promise<number> {
  const known = await actor.call<{ id: number }[]>(rulePage, 'options', { keyword: plan.subsidyRule.name });
  if (known[0]) return known[0].id;
  const types = await actor.call<{ id: number; name: string }[]>('/admin/organization/type', 'options', { size: 200 });
  const typeAmounts = types.flatMap(({ id, name }) => {
    const amountFen = plan.subsidy[name];
    return amountFen === undefined ? [] : [{ typeId: id, amountFen }];
  });
  const made = await actor.call(rulePage, 'create', {
    ...plan.subsidyRule,
    typeAmounts,
    basis: 'FIXED',
    cycle: 'MONTH',
    monthDay: '1',
    automatic: true,
    clearAt: 'MONTH',
    debitOrder: 5,
  });
  return made.id;
}

/** Takes a batch up to the point where the second person has it. */
async function handIn(
  { services, organizationId }: Life,
  actor: Actor,
  values: Record<string, unknown>,
): Promise<number> {
  const { id } = await actor.call(batchPage, 'create', { kind: 'GRANT', ...values });
  await prepareBatch(services, organizationId, id);
  const batch = await actor.call<Shown>(batchPage, 'get', { id });
  await actor.call(batchPage, 'submit', { id, controlCount: batch.totalCount, controlFen: batch.totalFen });
  return id;
}

/** What happens on the first of a month: what has ended is cleared or carried over, then the month's grant. */
export async function liveSubsidies(life: Life, day: string): Promise<void> {
  const { services, organizationId, actor, checker } = life;
  const run = await openClearRun(services, {
    organizationId,
    purse: 'SUBSIDY',
    mode: 'AUTO',
    asOf: day,
    batchId: null,
    reason: '到期清零',
    makerId: null,
    makerName: '系统',
  });
  if (!isRefusal(run)) await runClear(services, organizationId, run.id, never);
  const id = await handIn(life, actor, { mode: 'RULE', ruleId: await monthlyRule(life) });
  await checker.call(batchPage, 'approve', { id });
  await runSubsidyBatch(services, { organizationId, id }, never);
}

/** Leaves work for today: a batch that waits for each administrator to decide the other's, and this month's budgets. */
export async function leaveSubsidyWork(life: Life, month: string): Promise<void> {
  const { actor, checker, plan } = life;
  const types = await actor.call<{ id: number; name: string }[]>('/admin/organization/type', 'options', { size: 200 });
  const typeIds = types.filter(({ name }) => plan.subsidy[name] !== undefined).map(({ id }) => id);
  const extra = { mode: 'MANUAL', typeIds, ...plan.extra };
  await handIn(life, actor, extra);
  await handIn(life, checker, { ...extra, name: `${plan.extra.name}（补发）` });
  const budget = (kind: string, budgetFen: number) =>
    actor.call('/admin/organization/statistics/budget_summary', 'create', { month, kind, budgetFen });
  await budget('SUBSIDY', plan.budgetFen.subsidy);
  await budget('MEAL', plan.budgetFen.meal);
  await budget('GUEST', plan.budgetFen.guest);
  await leaveCounted(life);
}

const grants = '/admin/organization/subsidy/recharge';

/** A grant to one person above what one may give alone, approved by the other administrator; answers its line's id. */
async function large({ actor, checker, cast, plan }: Life, i: number, amountFen: number): Promise<number> {
  const { id } = await actor.call(grants, 'create', {
    personId: cast[i]!.id,
    amountFen,
    reason: `${plan.extra.reason}，一次性补助`,
  });
  await checker.call(grants, 'approve', { id });
  return id;
}

export const subsidyHappenings: readonly Happening[] = [
  {
    ago: 2,
    play: async (life) => {
      const { actor, checker, cast, plan } = life;
      const reason = '金额有误，退回重发';
      await checker.call(grants, 'return', { id: await large(life, 8, 60_000), returnFen: 52_000, reason });
      const id = await large(life, 9, 55_000);
      const { rows } = await actor.call<{ rows: { id: number; batchId: number }[] }>(grants, 'query', {});
      const batchId = rows.find((row) => row.id === id)!.batchId;
      await checker.call('/admin/organization/subsidy/clear', 'create', { batchId, reason: '人员已调离' });
      const waiting = { personId: cast[10]!.id, amountFen: 58_000, reason: plan.extra.reason };
      await actor.call(grants, 'create', waiting);
    },
  },
];
