/** A supplier's state of today, and why nothing is ordered from him. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purchaseRefusals } from '../refusals.ts';
import '../tables.ts';
import { warnDays } from './supplier-words.ts';

/** When the first of the papers of a supplier `s` ends; of a kind that was handed in anew the last one counts. */
export const paperEnd = sql<
  string | null
>`(select min(k.expires_on) from (select max(p.expires_on) as expires_on from supplier_paper p
  where p.unit_type = s.unit_type and p.unit_id = s.unit_id and p.supplier_id = s.id group by p.kind) k)`;

/** Of a supplier `s` on `clock.today`: without a licence nothing is ordered, any other paper that ends is worth a word. */
export const supplierState = sql<string>`case when s.status = 'DISABLED' then 'DISABLED' when s.blacklisted then 'BLACK'
  when s.licence_end < clock.today then 'EXPIRED' when ${paperEnd} < clock.today then 'PAPER_OVER' ${sql.join(
    warnDays.map(
      ({ days, state }) =>
        sql`when least(s.licence_end, ${paperEnd}) <= clock.today + ${sql.lit(days)} then ${sql.lit(state)}`,
    ),
    sql` `,
  )} else 'NORMAL' end`;

/** Nothing is ordered from who is black-listed, or whose licence does not hold on the day of delivery. */
export async function refuseSupplier(ctx: Ctx, supplierId: number, day: string): Promise<Refusal | undefined> {
  const one = await ctx.db.selectFrom('supplier').selectAll().where('id', '=', supplierId).executeTakeFirst();
  if (!one) return refuse('NOT_FOUND');
  const why =
    one.status !== 'NORMAL'
      ? '已停用'
      : one.blacklisted
        ? `在黑名单（${one.black_reason}）`
        : one.licence_end === null || one.licence_end < day
          ? `许可证到 ${one.licence_end ?? '（未登记）'}，送货日 ${day} 已无效`
          : undefined;
  return why === undefined ? undefined : refuse(purchaseRefusals.SUPPLIER_BAD, { supplier: one.name, why });
}
