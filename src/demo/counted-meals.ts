/** Breakfasts by the piece, by the real commands: given by a rule and by hand, bought at the counter and for many at once; what came back. */
import { openClearRun, prepareBatch, runClear, runSubsidyBatch } from '../domains/subsidy/public.server.ts';
import { isRefusal } from '../kit/server/refusal.ts';
import { carryOutBatch } from './funding-batches.ts';
import type { Happening } from './happenings.ts';
import { area, type Life } from './life.ts';

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

/** Meals bought at the counter, of which one slip was made for the wrong person. */
async function sellMeals({ actor, cast }: Life): Promise<void> {
  const sell = (i: number, meals: number, remark: string) =>
    actor.call(`${area}/count_recharge`, 'create', { personId: cast[i]!.id, meals, remark });
  await sell(2, 10, '早餐券');
  const { id } = await sell(3, 5, '早餐券');
  await actor.call(`${area}/count_recharge`, 'reverse', { id, reason: '选错人员' });
}

/** What lists of today show. */
export async function leaveCounted(life: Life): Promise<void> {
  await grantAndReturn(life, 4);
  await sellMeals(life);
}

export const countedMealHappenings: readonly Happening[] = [
  {
    ago: 2,
    play: async (life, day) => {
      const { services, organizationId } = life;
      await grantBreakfasts(life);
      await grantAndReturn(life, 2);
      const camp = { meals: 3, name: '培训期间餐券', reason: '集中培训三天' };
      await carryOutBatch(life, `${area}/count_recharge/more`, camp);
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
