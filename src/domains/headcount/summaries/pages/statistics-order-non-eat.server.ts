/** 订餐未就餐统计. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { type ActionInput, bind, type Done } from '../../../../kit/server/page/binding.ts';
import { over, summed } from '../../../../kit/server/page/over.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { listPeople } from '../../lists/list-people.ts';
import { bookCharges } from '../../settle/book-charges.ts';
import { forceMeal, foreseeForce } from '../../settle/force-meal.ts';
import { askedOf } from '../asked.ts';
import { chargesBooked, chargesDue, missedMeals } from '../missed-meals.ts';
import spec, { bookedElsewhere } from './statistics-order-non-eat.page.ts';

const nowhere = () => undefined;

interface Waiting {
  count: number;
  terminals: string;
  /** The oldest. */
  first: { diningDate: string; mealPeriodId: number } | undefined;
}

/** Meals that wait for terminals: nothing is charged for them yet. */
async function waitingMeals(ctx: Ctx): Promise<Waiting> {
  const rows = await ctx.db
    .selectFrom('meal_settlement as s')
    .where('s.state', '=', 'PROVISIONAL')
    .where('s.waiting', '<>', '')
    .select(['s.waiting', 's.dining_date as diningDate', 's.meal_period_id as mealPeriodId'])
    .orderBy('s.dining_date')
    .limit(200)
    .execute();
  const terminals = new Set(rows.flatMap((row) => row.waiting.split('、')));
  return { count: rows.length, terminals: [...terminals].slice(0, 5).join('、'), first: rows[0] };
}

async function charge(ctx: Ctx): Promise<Done> {
  const { charged, undone, waiting } = await bookCharges(ctx.services, ownOrganization(ctx), 'ALL');
  await ctx.audit({ action: '一键扣费', targetName: `扣成 ${charged} 笔，退回 ${undone} 笔` });
  return {
    receipt: {
      title: '一键扣费结果',
      lines: [
        ['扣成', `${charged} 笔`],
        ['退回', `${undone} 笔`],
        ['仍等待', `${waiting} 笔`],
      ],
      ...(waiting > 0 ? { footer: '未扣成的原因见报餐明细的「未扣原因」' } : {}),
    },
  };
}

/** The people of the rows may not report for a time. */
async function stop(ctx: Ctx, { rows, values }: ActionInput): Promise<Done | Refusal> {
  const personIds = [...new Set(rows.map((row) => Number(row.personId)))];
  const reason = String(values.reason);
  const toDate = String(values.toDate);
  const fromDate = businessDay(ctx.clock.now());
  const count = await listPeople(ctx, { personIds, kind: 'BLACK', fromDate, toDate, reason });
  if (isRefusal(count)) return count;
  if (count === 0) return refuse('NO_CHANGE', { why: '所选人员这段时间已经停报' });
  await ctx.audit({ action: '加入停报名单', targetName: `${fromDate} 至 ${toDate} ${count} 人：${reason}` });
  return null;
}

export default bind(spec, {
  list: over(
    spec,
    summed('s', (db, ctx, search) => missedMeals(db, askedOf(ctx, search))),
    {
      inner: ['personId as p'],
      refs: ['departmentId as d', 'mealPeriodId as m'],
      columns: { diningDate: null, dueFen: sql`coalesce(s.due_fen, 0)`, least: null },
      names: { departmentId: departmentPath },
      where: {
        keyword: personOr(),
        departmentId: nowhere,
        diningDate: nowhere,
        least: (value) => (Number.isSafeInteger(value) ? sql`s.misses >= ${value}::bigint` : sql`false`),
      },
    },
  ),
  proof: {
    reads: {
      chargedFen: 'meal_report.charged_fen',
      bookedFen: ['posting.amount_fen', 'posting_reversed.reversed_fen'],
    },
    held: { [bookedElsewhere]: chargesBooked },
  },
  notice: async (ctx) => {
    const { count, terminals, first } = await waitingMeals(ctx);
    if (!first) return null;
    return {
      tone: 'warning',
      text: `${count} 餐暂定，等待终端补传：${terminals}；补齐或满 3 天后结算扣费。`,
      tool: { key: 'force', values: { diningDate: first.diningDate, mealPeriodId: first.mealPeriodId } },
    };
  },
  outcomes: {
    force: (ctx, { values }) => foreseeForce(ctx, values),
    charge: async (ctx) => {
      const { count, fen } = await chargesDue(ctx);
      return {
        lines: [['待扣费或待退回', `${count} 笔`]],
        ...(count > 0 ? { amountFen: fen } : {}),
      };
    },
  },
  actions: { charge, stop, force: (ctx, { values }) => forceMeal(ctx, values) },
  outsideTransaction: ['charge'],
});
