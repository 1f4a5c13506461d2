/** 周期订单: the same goods on the same weekdays, made into orders by the night. */
import { isDate } from '../../../kit/define/check-value.ts';
import { maskText } from '../../../kit/server/audit/mask.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { RowValues, Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import '../tables.ts';
import type spec from './pages/supermarket_order-standing.page.ts';
import { personByJobNumber } from './read-person.ts';

type Standing = Values<typeof spec.fields>;

const daysOf = (text: string | null | undefined) =>
  (text ?? '')
    .split(/[,，\s]+/)
    .map((day) => day.trim())
    .filter((day) => day !== '');

const columnsOf = (values: Standing) => ({
  ...(values.weekdays ? { weekdays: values.weekdays.map(Number) } : {}),
  ...(values.deliveryWay ? { delivery_way: values.deliveryWay } : {}),
  address: values.address ?? '',
  ...(values.lines ? { lines: JSON.stringify(values.lines) as never } : {}),
  ...(values.fromDate ? { from_date: values.fromDate } : {}),
  until: values.until ?? null,
  skip_dates: daysOf(values.skipDates),
});

const refuseDays = (values: Standing) =>
  daysOf(values.skipDates).every(isDate) ? undefined : refuseField('skipDates', '应为日期，用逗号分开');

/** Refuses days that are none, and a job number nobody has. */
export async function createStanding(ctx: Ctx, values: Standing): Promise<{ id: number } | Refusal> {
  const no = refuseDays(values);
  if (no) return no;
  const personId = await personByJobNumber(sqlOf(ctx.db), values.organizationId!, values.jobNumber!);
  if (isRefusal(personId)) return personId;
  const id = await ctx.ids.next();
  const now = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('standing_order')
    .values({
      organization_id: values.organizationId!,
      id,
      contractor_id: ownContractor(ctx),
      person_id: personId,
      weekdays: [],
      delivery_way: 'PICKUP',
      lines: '[]' as never,
      from_date: now.slice(0, 10),
      ...columnsOf(values),
      status: 'NORMAL',
      asked_for: null,
      missed: '',
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: now,
      created_by: ctx.session.accountId,
      updated_at: now,
      version: 1,
    })
    .execute();
  await ctx.audit({ action: '新增', targetId: id, targetName: `周期订单 ${values.jobNumber}` });
  return { id };
}

/** What could not be ordered before is tried again from now on. */
export async function updateStanding(
  ctx: Ctx,
  id: number,
  values: Standing,
  before: RowValues,
): Promise<Refusal | null> {
  const no = refuseDays(values);
  if (no) return no;
  await ctx.db
    .updateTable('standing_order')
    .set((eb) => ({
      ...columnsOf(values),
      missed: '',
      updated_at: isoAt(ctx.clock.now()),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await ctx.audit({
    action: '编辑',
    targetId: id,
    targetName: `周期订单 ${maskText('name', String(before.personName))}`,
  });
  return null;
}
