/** 单位信息公示. */
import { sql } from 'kysely';
import { dateAt, isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { clear } from '../../../alerts/public.server.ts';
import spec from './unit_information.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'unit_information as u',
    {
      columns: {
        daysLeft: sql`greatest(0, u.license_end - now.today)`,
        state: sql`case when u.from_date > now.today then 'COMING' when u.id = now.current then 'NOW' else 'PAST' end`,
      },
    },
    (from, ctx) =>
      from.innerJoinLateral(
        sql<{ today: string; current: number }>`(select ${dateAt(ctx.clock.now())}::date as today,
          (select c.id from unit_information c where c.organization_id = u.organization_id
             and c.from_date <= ${dateAt(ctx.clock.now())}::date order by c.from_date desc, c.id desc limit 1) as current)`.as(
          'now',
        ),
        (on) => on.onTrue(),
      ),
  ),
  create: async (ctx, values) => {
    const nowMs = ctx.clock.now();
    const today = dateAt(nowMs);
    if (values.fromDate! < today) return refuseField('fromDate', '生效日期不能早于今天，已公示的内容不改');
    if (values.licenseEnd! <= values.fromDate!) return refuseField('licenseEnd', '许可证到期日期应晚于生效日期');
    const id = await ctx.ids.next();
    const organizationId = ownOrganization(ctx);
    await ctx.db
      .insertInto('unit_information')
      .values({
        organization_id: organizationId,
        id,
        from_date: values.fromDate!,
        license_no: values.licenseNo!,
        license_image: values.licenseImage ?? null,
        license_end: values.licenseEnd!,
        grade: values.grade!,
        head: values.head!,
        supervisor: values.supervisor ?? '',
        hotline: values.hotline!,
        commitment: values.commitment ?? '',
        made_at: isoAt(nowMs),
        made_by: ctx.session.accountId,
        made_name: ctx.session.name,
      })
      .execute();
    await clear(ctx, organizationId, { kind: 'LICENSE', object: 'licence', detail: `新证 ${values.licenseNo}` });
    await ctx.audit({ action: '登记单位信息', targetId: id, targetName: `${values.licenseNo}，${values.fromDate} 起` });
    return { id };
  },
});
