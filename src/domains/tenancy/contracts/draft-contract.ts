/** Rules of a contract that is still being written. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { datesInOrder } from '../dates-in-order.ts';
import { contractFlow } from './contract-states.ts';
import { refuseShare } from './refuse-ratios.ts';
import '../refusals.ts';

/** CONTRACT_FIXED unless it is a draft. */
export const refuseFixed = (before: RowValues | null): Refusal | undefined =>
  before && before.status !== 'DRAFT'
    ? refuse('CONTRACT_FIXED', { state: contractFlow.labelOf(before.status) })
    : undefined;

/** DATES_TURNED when it would end before it starts, RATIO_OVER when more than the whole of a day would be taken. */
export const checkDraft = async (
  ctx: Ctx,
  contractorId: unknown,
  values: Readonly<Record<string, unknown>>,
  before: RowValues | null,
): Promise<Refusal | undefined> =>
  refuseFixed(before) ??
  datesInOrder(values, before, 'startDate', 'endDate') ??
  (await refuseShare(ctx, Number(contractorId), Number(values.shareRatio ?? before?.shareRatio ?? 0)));

/** The partner's id by its exact full name, or PARTNER_UNKNOWN at the field. Reads outside the scope, for one name. */
export async function partnerId(
  ctx: Ctx,
  table: 'contractor' | 'organization',
  name: string,
): Promise<number | Refusal> {
  const found = await sql<{ id: number }>`
    select id from ${sql.table(table)} where name = ${name} and status <> 'DISABLED'`.execute(ctx.db);
  const what = table === 'contractor' ? '承包商' : '单位';
  return (
    found.rows[0]?.id ?? refuse('PARTNER_UNKNOWN', { name, what }, { partnerName: `没有找到这个${what}，请填写全称` })
  );
}
