/** 强制结算: a meal is settled although terminals that served it have not told all they took, by who may and says why. */

import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { minute } from '../reports/report-meals.ts';
import { instantOf } from '../rules/setting.ts';
import { namesOf, noteHeard } from './heard.ts';
import { chargesJob } from './jobs.ts';
import { isOwnMeal } from './own.ts';
import { foreseeCharges, settleMeal } from './settle-meal.ts';
import { terminalsWaited } from './waited-for.ts';

interface Forced {
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  /** Terminals that have not told all, by name. */
  silent: string[];
  settled: boolean;
}

/** The meal as it stands, or why there is nothing to force; with `again` one that is settled is no refusal. */
async function mealOf(ctx: Ctx, values: Readonly<Record<string, unknown>>, again = false): Promise<Forced | Refusal> {
  const { diningDate, mealPeriodId } = values as { diningDate?: string | null; mealPeriodId?: number | null };
  if (!diningDate || !mealPeriodId) return refuse(headcountRefusals.NOTHING_TO_SETTLE);
  const found = await ctx.db
    .selectFrom('meal_settlement as s')
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 's.organization_id').onRef('m.id', '=', 's.meal_period_id'),
    )
    .select(['s.state', 'm.name', 'm.end_time as endTime'])
    .where('s.dining_date', '=', diningDate)
    .where('s.meal_period_id', '=', mealPeriodId)
    .executeTakeFirst();
  if (!found) return refuse(headcountRefusals.NOTHING_TO_SETTLE);
  const named = { date: diningDate, meal: found.name };
  const settled = found.state === 'SETTLED';
  if (settled && !again) return refuse(headcountRefusals.SETTLED_BEFORE, named);
  const endsAt = instantOf(diningDate, found.endTime);
  if (ctx.clock.now() < endsAt) return refuse(headcountRefusals.MEAL_NOT_OVER, { ...named, ends: minute(endsAt) });
  const own = { organizationId: ownOrganization(ctx), diningDate, mealPeriodId };
  if (await isOwnMeal(ctx, own)) return refuse(headcountRefusals.OWN_SETTLEMENT, named);
  const silent = await terminalsWaited(sqlOf(ctx.db), own, endsAt);
  return { diningDate, mealPeriodId, mealName: found.name, silent, settled };
}

const told = (silent: readonly string[]): string => (silent.length === 0 ? '全部终端已补传' : namesOf(silent));

const mostMeals = 12;
/** Meals that wait for terminals, oldest first, in words. */
async function waitingWords(ctx: Ctx): Promise<string> {
  const rows = await ctx.db
    .selectFrom('meal_settlement as s')
    .innerJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 's.organization_id').onRef('m.id', '=', 's.meal_period_id'),
    )
    .select(['s.dining_date as day', 'm.name', 's.waiting'])
    .where('s.state', '=', 'PROVISIONAL')
    .where('s.waiting', '<>', '')
    .orderBy('s.dining_date')
    .limit(mostMeals)
    .execute();
  return rows.map(({ day, name, waiting }) => `${day} ${name}（${waiting}）`).join('；') || '没有';
}

/** Which terminals are silent, and how many reports nobody is known to have come for. */
export async function foreseeForce(
  ctx: Ctx,
  values: Readonly<Record<string, unknown>>,
  again = false,
): Promise<Outcome | Refusal> {
  // Before a meal is chosen: which there are.
  if (!values.diningDate || !values.mealPeriodId) return { lines: [['等待补传的餐次', await waitingWords(ctx)]] };
  const meal = await mealOf(ctx, values, again);
  if (isRefusal(meal)) return meal;
  const { people, eaten } = await ctx.db
    .selectFrom('meal_report')
    .select(({ fn }) => [
      fn.countAll<number>().as('people'),
      fn.countAll<number>().filterWhere('fate', 'in', ['EATEN', 'EXCUSED']).as('eaten'),
    ])
    .where('dining_date', '=', meal.diningDate)
    .where('meal_period_id', '=', meal.mealPeriodId)
    .where('status', '=', 'REPORTED')
    .executeTakeFirstOrThrow();
  const { charged, chargeFen, backFen } = await foreseeCharges(
    sqlOf(ctx.db),
    { ...meal, organizationId: ownOrganization(ctx) },
    ctx.clock.now(),
  );
  return {
    lines: [
      ['餐次', `${meal.diningDate} ${meal.mealName}${meal.settled ? '，已结算，按现有记录重算' : ''}`],
      ['未补传的终端', told(meal.silent)],
      ['报餐', `${people} 人，现有记录已就餐或免责 ${eaten} 人，其余按规则处理`],
      ['按现有记录扣费', charged > 0 ? `${charged} 人，共 ${formatFenGrouped(chargeFen)} 元` : '没有'],
      ...(backFen > 0 ? [['退回', `${formatFenGrouped(backFen)} 元`] as const] : []),
      ['以后补传', '到了的记录照常重新结算，多扣的自动退回'],
    ],
  };
}

/** Settles the meal for good on what is known; what comes later settles it again. */
export async function forceMeal(ctx: Ctx, values: Readonly<Record<string, unknown>>): Promise<Refusal | null> {
  const meal = await mealOf(ctx, values);
  if (isRefusal(meal)) return meal;
  const { diningDate, mealPeriodId, mealName, silent } = meal;
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const by = { id: ctx.session.accountId, name: ctx.session.name };
  const reason = String(values.reason);
  const nowMs = ctx.clock.now();
  const own = { organizationId, diningDate, mealPeriodId };
  await settleMeal(db, ctx.ids, own, { nowMs, by, final: true });
  await noteHeard(db, own, { nowMs, behind: silent, forced: { name: by.name, reason } });
  await db.query(
    `update meal_settlement set forced_by = $4, forced_name = $5, forced_reason = $6
     where organization_id = $1 and dining_date = $2 and meal_period_id = $3`,
    [organizationId, diningDate, mealPeriodId, by.id, by.name, reason],
  );
  await ctx.audit({
    action: '强制结算',
    targetName: `${diningDate} ${mealName}`,
    changes: [
      { key: 'silent', label: '未补传的终端', before: null, after: told(silent) },
      { key: 'reason', label: '原因', before: null, after: reason },
    ],
  });
  // Money is moved behind: the command itself holds the reports.
  await ctx.services.jobs.enqueue(chargesJob, { organizationId }, { key: String(organizationId), within: db });
  return null;
}

/** 结算/重算: a meal that waits is settled as by force, one that is settled is judged again on what is known now. */
export async function settleAgain(ctx: Ctx, values: Readonly<Record<string, unknown>>): Promise<Refusal | null> {
  const meal = await mealOf(ctx, values, true);
  if (isRefusal(meal)) return meal;
  if (!meal.settled) return forceMeal(ctx, values);
  const { diningDate, mealPeriodId, mealName } = meal;
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const by = { id: ctx.session.accountId, name: ctx.session.name };
  await settleMeal(
    db,
    ctx.ids,
    { organizationId, diningDate, mealPeriodId },
    { nowMs: ctx.clock.now(), by, final: true },
  );
  await ctx.audit({
    action: '重算',
    targetName: `${diningDate} ${mealName}`,
    changes: [{ key: 'reason', label: '原因', before: null, after: String(values.reason) }],
  });
  await ctx.services.jobs.enqueue(chargesJob, { organizationId }, { key: String(organizationId), within: db });
  return null;
}
