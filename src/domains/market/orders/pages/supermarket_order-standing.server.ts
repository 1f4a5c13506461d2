import { sql } from 'kysely';
import { isDate } from '../../../../kit/define/check-value.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind, type Values } from '../../../../kit/server/page/binding.ts';
import { setColumn } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { personByJobNumber } from '../read-person.ts';
import spec from './supermarket_order-standing.page.ts';

const daysOf = (text: string | null | undefined) =>
  (text ?? '')
    .split(/[,，\s]+/)
    .map((day) => day.trim())
    .filter((day) => day !== '');

const columnsOf = (values: Values<typeof spec.fields>) => ({
  ...(values.weekdays ? { weekdays: values.weekdays.map(Number) } : {}),
  ...(values.deliveryWay ? { delivery_way: values.deliveryWay } : {}),
  address: values.address ?? '',
  ...(values.lines ? { lines: JSON.stringify(values.lines) as never } : {}),
  ...(values.fromDate ? { from_date: values.fromDate } : {}),
  until: values.until ?? null,
  skip_dates: daysOf(values.skipDates),
});

const refuseDays = (values: Values<typeof spec.fields>) =>
  daysOf(values.skipDates).every(isDate) ? undefined : refuseField('skipDates', '应为日期，用逗号分开');

export default bind(spec, {
  list: over(
    spec,
    'standing_order as s',
    {
      version: true,
      columns: {
        jobNumber: 'p.job_number',
        personName: 'p.name',
        weekdays: sql`s.weekdays::text[]`,
        goodsNames: sql`(select string_agg(g.name, '、' order by x.n) from jsonb_array_elements(s.lines) with ordinality as x (line, n)
          join goods g on g.contractor_id = s.contractor_id and g.id = (x.line ->> 'goodsId')::bigint)`,
        skipDates: sql`array_to_string(s.skip_dates, ',')`,
        isMissed: sql`(s.missed <> '')`,
      },
    },
    (from) =>
      from.innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 's.organization_id').onRef('p.id', '=', 's.person_id'),
      ),
  ),
  create: async (ctx, values) => {
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
  },
  update: async (ctx, id, values, before) => {
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
    await ctx.audit({ action: '编辑', targetId: id, targetName: `周期订单 ${String(before.personName)}` });
    return null;
  },
  actions: {
    enable: setColumn('standing_order', 'status', 'NORMAL', '恢复'),
    disable: setColumn('standing_order', 'status', 'DISABLED', '停止'),
  },
});
