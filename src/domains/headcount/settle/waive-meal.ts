/** 整餐豁免: nobody is charged for a meal the house itself spoiled (terminals down, no power), and that is taken back as a whole. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { headcountRefusals } from '../refusals.ts';
import { type Waived, waiveMeals } from './waive.ts';

type Values = Readonly<Record<string, unknown>>;
interface Missed extends Waived {
  chargedFen: number;
}

interface Meal {
  diningDate: string;
  mealName: string;
  of: Missed[];
}

/** The reports of the meal that a waiver, or the end of one, is about; refused where there is none. */
async function mealOf({ db }: Ctx, values: Values, ends: boolean): Promise<Meal | Refusal> {
  const { diningDate, mealPeriodId, restaurantId } = values as {
    diningDate: string;
    mealPeriodId: number;
    restaurantId?: number | null;
  };
  let asked = db
    .selectFrom('meal_report')
    .select([
      'id',
      'person_id as personId',
      'dining_date as diningDate',
      'meal_period_id as mealPeriodId',
      'charged_fen as chargedFen',
    ])
    .where('dining_date', '=', diningDate)
    .where('meal_period_id', '=', mealPeriodId)
    .where('final', '=', true);
  asked = ends
    ? // Those of single people stay.
      asked.where('waived_by', 'is not', null).where('waived_meal', '=', true)
    : asked
        .where('waived_by', 'is', null)
        .where('fate', 'in', ['IGNORED', 'WARNED', 'EXEMPT', 'CHARGE', 'UNCLEAR'])
        .where('status', '=', 'REPORTED');
  if (restaurantId) asked = asked.where('restaurant_id', '=', restaurantId);
  const named = await db.selectFrom('meal_period').select('name').where('id', '=', mealPeriodId).executeTakeFirst();
  const of = await asked.orderBy('id').execute();
  const mealName = named?.name ?? '';
  if (of.length > 0) return { diningDate, mealName, of };
  const { NOTHING_TO_WAIVE, NOTHING_WAIVED } = headcountRefusals;
  return refuse(ends ? NOTHING_WAIVED : NOTHING_TO_WAIVE, { date: diningDate, meal: mealName });
}

/** What was charged for these and goes back, in words. */
function backLine(of: readonly Pick<Missed, 'chargedFen'>[]): [string, string] {
  const charged = of.filter(({ chargedFen }) => chargedFen > 0);
  const fen = charged.reduce((sum, { chargedFen }) => sum + chargedFen, 0);
  return ['退回', `${charged.length} 笔 ${formatFenGrouped(fen)} 元`];
}

/** What waiving these reports would give back. */
export const waivedOutcome = (of: readonly Pick<Missed, 'chargedFen'>[]): Outcome => ({
  lines: [['豁免', `${of.length} 人次`], backLine(of)],
});

/** How many people it is about, and what goes back to them. */
export async function foreseeWholeMeal(ctx: Ctx, values: Values, ends: boolean): Promise<Outcome | Refusal> {
  if (!values.diningDate || !values.mealPeriodId) return { lines: [] };
  const meal = await mealOf(ctx, values, ends);
  if (isRefusal(meal)) return meal;
  return {
    lines: [
      ['餐次', `${meal.diningDate} ${meal.mealName}`],
      [ends ? '恢复计算' : '豁免', `${meal.of.length} 人`],
      ...(ends ? [] : [backLine(meal.of)]),
    ],
    amount: `${meal.of.length} 人`,
  };
}

/** Waives the whole meal for the reason, or with null takes such a waiver back; answers how many people it was about. */
export async function waiveWholeMeal(ctx: Ctx, values: Values, reason: string | null): Promise<Meal | Refusal> {
  const meal = await mealOf(ctx, values, reason === null);
  if (isRefusal(meal)) return meal;
  const no = await waiveMeals(ctx, meal.of, reason, true);
  return no ?? meal;
}
