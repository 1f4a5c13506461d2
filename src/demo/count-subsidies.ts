/** Breakfasts the unit gives by the piece, by the real commands: a rule, a batch approved by another, what came back of it. */
import { openClearRun, prepareBatch, runClear, runSubsidyBatch } from '../domains/subsidy/public.server.ts';
import { isRefusal } from '../kit/server/refusal.ts';
import type { Happening } from './happenings.ts';
import type { Life } from './life.ts';

const area = '/admin/organization';
const pages = `${area}/count_subsidy`;
const never = new AbortController().signal;

interface Named {
  id: number;
  name: string;
}

/** The type that eats breakfast at the unit's cost, with an account for meals. */
async function staffType({ actor, plan }: Life): Promise<number> {
  const [name] = Object.keys(plan.subsidy);
  const { rows } = await actor.call<{ rows: (Named & { version: number; accounts: string[] })[] }>(
    `${area}/type`,
    'query',
    { size: 100 },
  );
  const type = rows.find((one) => one.name === name)!;
  const accounts = [...new Set([...type.accounts, 'COUNT'])];
  await actor.call(`${area}/type`, 'update', { id: type.id, version: type.version, name: type.name, accounts });
  return type.id;
}

/** A month's breakfasts for everybody of the type. */
async function grantBreakfasts(life: Life): Promise<void> {
  const { services, organizationId, actor, checker } = life;
  const rule = await actor.call(`${pages}/configure`, 'create', {
    name: '工作日早餐',
    typeAmounts: [{ typeId: await staffType(life), amountFen: 22 }],
    basis: 'FIXED',
    cycle: 'MONTH',
    monthDay: '1',
    clearAt: 'MONTH',
    carryOver: 'CARRY_MAX',
    carryMaxFen: 5,
  });
  const { id } = await actor.call(`${pages}/batch_recharge`, 'create', {
    kind: 'GRANT',
    mode: 'RULE',
    ruleId: rule.id,
  });
  await prepareBatch(services, organizationId, id);
  const batch = await actor.call<{ totalCount: number; totalFen: number }>(`${pages}/batch_recharge`, 'get', { id });
  const control = { controlCount: batch.totalCount, controlFen: batch.totalFen };
  await actor.call(`${pages}/batch_recharge`, 'submit', { id, ...control });
  await checker.call(`${pages}/batch_recharge`, 'approve', { id });
  await runSubsidyBatch(services, { organizationId, id }, never);
}

/** Breakfasts for one person; answers line and batch. */
async function grantOne({ actor, cast }: Life, i: number, meals: number, reason: string) {
  const { id } = await actor.call(`${pages}/recharge`, 'create', { personId: cast[i]!.id, amountFen: meals, reason });
  return actor.call<{ id: number; batchId: number }>(`${pages}/recharge`, 'get', { id });
}

/** Given by hand, of which some went back. */
async function grantAndReturn(life: Life, i: number): Promise<void> {
  const { id } = await grantOne(life, i, 10, '值班早餐');
  await life.actor.call(`${pages}/recharge`, 'return', { id, returnFen: 4, reason: '值班天数有误' });
}

/** What a list of today shows. */
export const leaveCountSubsidies = (life: Life): Promise<void> => grantAndReturn(life, 4);

export const countSubsidyHappenings: readonly Happening[] = [
  {
    ago: 2,
    play: async (life, day) => {
      const { services, organizationId } = life;
      await grantBreakfasts(life);
      await grantAndReturn(life, 2);
      const { batchId } = await grantOne(life, 3, 6, '支教期间早餐');
      const run = await openClearRun(services, {
        organizationId,
        purse: 'COUNT',
        mode: 'MANUAL',
        asOf: day,
        batchId,
        reason: '人员已返回',
        makerId: null,
        makerName: '系统',
      });
      if (!isRefusal(run)) await runClear(services, organizationId, run.id, never);
    },
  },
];
