/** Rules of a contract that is still being written. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { RowValues } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { datesInOrder } from '../dates-in-order.ts';
import { contractFlow } from './contract-states.ts';
import '../refusals.ts';

/** CONTRACT_FIXED unless it is a draft; DATES_TURNED when it would end before it starts. */
export function checkDraft(values: Readonly<Record<string, unknown>>, before: RowValues | null): Refusal | undefined {
  if (before && before.status !== 'DRAFT')
    return refuse('CONTRACT_FIXED', { state: contractFlow.labelOf(before.status) });
  return datesInOrder(values, before, 'startDate', 'endDate');
}

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
