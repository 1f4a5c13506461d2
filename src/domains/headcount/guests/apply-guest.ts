/** Applies for a meal of guests: written as submitted, told with what it leaves of the department's budget. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Done } from '../../../kit/server/page/binding.ts';
import { unchecked } from '../../../kit/server/page/moves.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { lateReasonOf } from '../reports/late-reason.ts';
import { guestBudget } from './guest-budget.ts';
import { judgeLate, mealTimes } from './guest-cut-off.ts';

interface Application {
  departmentId: number;
  diningDate: string;
  mealPeriodId: number;
  restaurantId: number;
  heads: number;
  standardFen: number;
  host: string;
  purpose: string;
  menuNote: string | null;
  /** Kept to be submitted later. */
  draft?: boolean | null;
}

/** Days back that guests may still be entered for, and days ahead. */
const backDays = 7;
const aheadDays = 92;

/** What nobody said yet of a meal that is applied for. */
const unsigned = {
  eaten_heads: null,
  served_at: null,
  served_by: null,
  served_name: '',
  served_note: '',
  charged_fen: 0,
  charge_no: 0,
  posting_id: null,
  charge_wait: '',
  code: null,
  served_key: null,
  ...unchecked,
  version: 1,
};

function refuseDay(nowMs: number, diningDate: string): Refusal | undefined {
  const today = businessDay(nowMs);
  if (diningDate < addDays(today, -backDays)) return refuseField('diningDate', `最多补登 ${backDays} 天内的客餐`);
  if (diningDate > addDays(today, aheadDays)) return refuseField('diningDate', `最多提前 ${aheadDays} 天申请`);
  return undefined;
}

async function budgetLines(ctx: Ctx, { departmentId, diningDate }: Application): Promise<[string, string][]> {
  const budget = await guestBudget(ctx, departmentId, diningDate);
  if (!budget) return [['本月客餐预算', '未设置']];
  const { budgetFen, chargedFen, openFen } = budget;
  const leftFen = budgetFen - chargedFen - openFen;
  return [
    ['本月客餐预算', `${formatFenGrouped(budgetFen)} 元`],
    ['已挂账', `${formatFenGrouped(chargedFen)} 元`],
    ['已申请未挂账', `${formatFenGrouped(openFen)} 元（含本单）`],
    leftFen < 0 ? ['超出预算', `${formatFenGrouped(-leftFen)} 元`] : ['剩余', `${formatFenGrouped(leftFen)} 元`],
  ];
}

export async function applyGuest(ctx: Ctx, values: Readonly<Record<string, unknown>>): Promise<Done | Refusal> {
  const asked = values as unknown as Application;
  const nowMs = ctx.clock.now();
  const no = refuseDay(nowMs, asked.diningDate);
  if (no) return no;
  const times = await mealTimes(ctx, asked);
  if (!times) return refuse('NOT_FOUND');
  const lateReason = lateReasonOf(ctx, values.lateReason);
  const late = asked.draft ? false : judgeLate(ctx, asked, times, lateReason);
  if (isRefusal(late)) return late;
  const id = await ctx.ids.next();
  const at = isoAt(nowMs);
  const guestNo = `KC${at.slice(0, 10).replaceAll('-', '')}${id}`;
  await ctx.db
    .insertInto('guest_meal')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      guest_no: guestNo,
      department_id: asked.departmentId,
      restaurant_id: asked.restaurantId,
      dining_date: asked.diningDate,
      meal_period_id: asked.mealPeriodId,
      heads: asked.heads,
      standard_fen: asked.standardFen,
      host: asked.host,
      purpose: asked.purpose,
      menu_note: asked.menuNote ?? '',
      status: asked.draft ? 'DRAFT' : 'SUBMITTED',
      late,
      late_reason: late ? lateReason : '',
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: at,
      ...unsigned,
    })
    .execute();
  await ctx.audit({ action: '申请客餐', targetId: id, targetName: `${guestNo} ${asked.heads} 人` });
  return {
    receipt: {
      title: '客餐申请',
      lines: [
        ['单号', guestNo],
        [
          '人数与标准',
          `${asked.heads} 人 × ${formatFenGrouped(asked.standardFen)} 元，共 ${formatFenGrouped(asked.heads * asked.standardFen)} 元`,
        ],
        ...(await budgetLines(ctx, asked)),
        ['下一步', asked.draft ? '草稿，提交后由另一人审批' : '由另一人审批'],
      ],
    },
  };
}
