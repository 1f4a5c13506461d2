/** Asks for leave, or for a punch that was forgotten. */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import type { Half, RequestKind } from './attendance-words.ts';

export interface Asked {
  personId: number;
  kind: RequestKind;
  fromDate: string | null;
  toDate: string | null;
  half: Half;
  /** ISO 8601, for a punch. */
  punchAt: string | null;
  reason: string;
}

const mostDays = 366;

export async function ask(ctx: Ctx, asked: Asked): Promise<{ id: number } | Refusal> {
  const punch = asked.kind === 'PUNCH_IN' || asked.kind === 'PUNCH_OUT';
  const now = ctx.clock.now();
  if (punch && !asked.punchAt) return refuseField('punchAt', '请填写补签的时间');
  if (punch && Date.parse(asked.punchAt!) > now) return refuseField('punchAt', '补签的时间还没有到');
  if (!punch && !asked.fromDate) return refuseField('fromDate', '请填写开始日期');
  const from = punch ? dateAt(Date.parse(asked.punchAt!)) : asked.fromDate!;
  const to = punch ? from : (asked.toDate ?? from);
  if (to < from) return refuseField('toDate', '不能早于开始日期');
  if (Date.parse(to) - Date.parse(from) > mostDays * 86_400_000) return refuseField('toDate', '一次最长一年');
  const id = await ctx.ids.next();
  await sqlOf(ctx.db).query(
    `insert into attendance_request (organization_id, id, person_id, kind, from_date, to_date, half, punch_at, reason, status,
       maker_id, maker_name, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'ASKED', $10, $11, $12)`,
    [
      ownOrganization(ctx),
      id,
      asked.personId,
      asked.kind,
      from,
      to,
      punch ? 'ALL' : asked.half,
      punch ? asked.punchAt : null,
      asked.reason,
      ctx.session.accountId,
      ctx.session.name,
      isoAt(now),
    ],
  );
  await ctx.audit({ action: punch ? '申请补签' : '申请请假', targetId: id, targetName: `${from} 至 ${to}` });
  return { id };
}
