/** Coupons for the diners of one organization: all of them or, past the budget, none. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { promotionRefusals } from '../refusals.ts';
import '../tables.ts';

const audienceSql = `
  select t.person_id as id from trade t join contract_restaurant c on c.organization_id = t.organization_id
    and c.restaurant_id = t.restaurant_id and c.contractor_id = $2 and t.business_date between c.from_date and c.to_date
  join person p on p.organization_id = t.organization_id and p.id = t.person_id and p.status = 'NORMAL'
  where t.organization_id = $1 and t.business_date between $3::date and $4::date and t.kind = 'CONSUME' and t.person_id <> 0
  group by t.person_id having max(t.business_date) < $5::date order by t.person_id`;

export interface Issue {
  organizationId: number;
  audience: string;
}

async function people(ctx: Ctx, contractorId: number, { organizationId, audience }: Issue): Promise<number[]> {
  const today = businessDay(ctx.clock.now());
  const away = audience === 'AWAY';
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(audienceSql, [
    organizationId,
    contractorId,
    addDays(today, away ? -90 : -30),
    today,
    away ? addDays(today, -14) : addDays(today, 1),
  ]);
  return rows.map(({ id }) => id);
}

export async function issueCoupons(ctx: Ctx, activityId: number, issue: Issue): Promise<Refusal | null> {
  const activity = await ctx.db
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', activityId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { organizationId } = issue;
  const name = await beyondScope(ctx)
    .selectFrom('organization')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const unit = await ctx.db
    .selectFrom('activity_unit')
    .select('status')
    .where('activity_id', '=', activityId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!unit) return refuse('NOT_NOW', { why: `「${activity.name}」没有选择「${name.name}」` });
  if (unit.status !== 'ON') return refuse(promotionRefusals.NOT_AGREED, { unit: name.name });
  const ids = await people(ctx, activity.contractor_id, issue);
  if (ids.length === 0) return refuse(promotionRefusals.NOBODY_FOUND, { unit: name.name });
  const faceFen = activity.face_fen!;
  const leftFen = activity.budget_fen - activity.reserved_fen;
  if (ids.length * faceFen > leftFen)
    return refuse(promotionRefusals.BUDGET_SHORT, {
      name: activity.name,
      count: ids.length,
      need: formatFenGrouped(ids.length * faceFen),
      left: formatFenGrouped(leftFen),
    });
  const now = ctx.clock.now();
  const expiresOn = addDays(businessDay(now), activity.coupon_days!);
  const rows = [];
  for (const personId of ids) {
    const id = await ctx.ids.next();
    rows.push({
      organization_id: organizationId,
      id,
      contractor_id: activity.contractor_id,
      activity_id: activityId,
      coupon_no: `YH${id}`,
      person_id: personId,
      face_fen: faceFen,
      least_fen: activity.least_fen,
      bearer: activity.bearer,
      expires_on: expiresOn,
      status: 'ISSUED',
      issued_at: isoAt(now),
      used_at: null,
    });
  }
  for (let at = 0; at < rows.length; at += 1_000)
    await ctx.db
      .insertInto('activity_coupon')
      .values(rows.slice(at, at + 1_000))
      .execute();
  await ctx.db
    .updateTable('activity')
    .set({ reserved_fen: activity.reserved_fen + ids.length * faceFen, version: activity.version + 1 })
    .where('id', '=', activityId)
    .execute();
  await ctx.audit({
    action: '发券',
    targetId: activityId,
    targetName: activity.name,
    changes: [
      {
        key: 'coupons',
        label: name.name,
        before: null,
        after: `${ids.length} 张，每张 ${formatFenGrouped(faceFen)} 元`,
      },
    ],
  });
  return null;
}
