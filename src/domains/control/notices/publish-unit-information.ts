/** 登记单位信息: what the unit publishes of itself from a day on; what was published stays. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { clear } from '../../alerts/public.server.ts';
import type spec from './pages/unit_information.page.ts';

/** Refuses days that are past and a licence that ends before; a new licence clears the alert of the old one. */
export async function publishUnitInformation(
  ctx: Ctx,
  values: Values<typeof spec.fields>,
): Promise<{ id: number } | Refusal> {
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
}
