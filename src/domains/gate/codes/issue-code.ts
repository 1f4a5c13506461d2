/** Makes an entrance code: entered, signed, and ready to be shown. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { publishDoors } from '../rules/publish-doors.ts';
import { writeCode } from './code-text.ts';
import { type CodeKind, mostDays } from './code-words.ts';
import { signingKey } from './keys.ts';

export interface NewCode {
  kind: CodeKind;
  holderName: string;
  phone: string | null;
  hostId: number;
  personId: number | null;
  districtIds: readonly number[];
  /** ISO 8601. */
  fromAt: string;
  toAt: string;
  maxUse: number;
  onlineOnly: boolean;
  reason: string;
}

const minuteMs = 60_000;

/** What is wrong with its time, or who pays. */
function refuseCode({ kind, personId, fromAt, toAt }: NewCode, nowMs: number): Refusal | undefined {
  const [from, to] = [Date.parse(fromAt), Date.parse(toAt)];
  if (to <= from) return refuseField('toAt', '结束时间须晚于开始时间');
  if (to <= nowMs) return refuseField('toAt', '结束时间已过');
  if (to - from > mostDays * 1_440 * minuteMs) return refuseField('toAt', `有效期最长 ${mostDays} 天`);
  return kind === 'TEMP_DINER' && personId === null
    ? refuseField('personId', '临时就餐须选择由谁的账户付款')
    : undefined;
}

/** Short numbers of districts of the grounds, in one order; a refusal names the field. */
async function shortNumbers(ctx: Ctx, organizationId: number, ids: readonly number[]): Promise<number[] | Refusal> {
  const { rows } = await sqlOf(ctx.db).query<{ no: number | null; family: string }>(
    'select short_no as no, family from district where organization_id = $1 and id = any($2::bigint[]) order by short_no',
    [organizationId, ids],
  );
  if (rows.some(({ family }) => family === 'KITCHEN')) return refuseField('districtIds', '后厨不能凭入口码进入');
  const numbers = rows.flatMap(({ no }) => (no === null ? [] : [no]));
  return numbers.length === new Set(ids).size ? numbers : refuse('NOT_FOUND');
}

/** The code's number and text, in the command's transaction. */
export async function issueCode(ctx: Ctx, code: NewCode): Promise<{ id: number; text: string } | Refusal> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const no = refuseCode(code, ctx.clock.now());
  if (no) return no;
  const districts = await shortNumbers(ctx, organizationId, code.districtIds);
  if (isRefusal(districts)) return districts;
  const { kid, key, fresh } = await signingKey(db, organizationId, ctx.services);
  const id = await ctx.ids.next();
  const from = Math.floor(Date.parse(code.fromAt) / minuteMs) * minuteMs;
  const to = Math.ceil(Date.parse(code.toAt) / minuteMs) * minuteMs;
  const text = writeCode(
    {
      kid,
      organizationId,
      codeId: id,
      from,
      to,
      maxUse: code.maxUse,
      onlineOnly: code.onlineOnly,
      diner: code.kind === 'TEMP_DINER',
      districts,
    },
    key,
  );
  await db.query(
    `insert into entrance_code (organization_id, id, kind, name, phone, host_id, person_id, district_ids, from_at, to_at,
       max_use, online_only, reason, kid, code, maker_id, maker_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      organizationId,
      id,
      code.kind,
      code.holderName,
      code.phone,
      code.hostId,
      code.kind === 'TEMP_DINER' ? code.personId : null,
      code.districtIds,
      isoAt(from),
      isoAt(to),
      code.maxUse,
      code.onlineOnly,
      code.reason,
      kid,
      text,
      ctx.session.accountId,
      ctx.session.name,
      isoAt(ctx.clock.now()),
    ],
  );
  // The unit's first code brings its first key.
  const told = fresh ? await publishDoors(ctx, organizationId) : 0;
  if (isRefusal(told)) return told;
  await ctx.audit({ action: '生成入口码', targetId: id, targetName: code.holderName });
  return { id, text };
}
