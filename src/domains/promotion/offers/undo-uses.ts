/** Meals taken back wholly give back what they cost the activity; a coupon used for them can be used again. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { businessDay } from '../../wallet/public.server.ts';

interface Undone {
  organization_id: number;
  id: number;
}

const undoneSql = `
  select /* wall: uses of every organization, by the corrections of their trades */ distinct u.organization_id, u.id
  from trade t join activity_use u on u.organization_id = t.organization_id and u.trade_id = t.original_trade_id and u.status = 'GIVEN'
  join posting_reversed r on r.organization_id = u.organization_id and r.posting_id = u.trade_id and r.reversed_fen >= r.amount_fen
  where t.kind = 'REVERSE' and t.business_date >= $1::date order by 1, 2 limit 1000`;

/** Looks at the corrections of the last days. */
export async function undoUses({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<number> {
  const { rows } = await pool.query<Undone>(undoneSql, [addDays(businessDay(clock.now()), -3)]);
  for (const { organization_id, id } of rows)
    await inTransaction(pool, async (tx) => {
      const { rows: undone } = await tx.query<{
        contractor_id: number;
        activity_id: number;
        coupon_id: number | null;
        fen: number;
      }>(
        `update activity_use set status = 'RETURNED', returned_fen = fen where organization_id = $1 and id = $2 and status = 'GIVEN'
         returning contractor_id, activity_id, coupon_id, fen`,
        [organization_id, id],
      );
      const use = undone[0];
      if (!use) return;
      if (use.coupon_id !== null) {
        await tx.query(
          `update activity_coupon set status = 'ISSUED', used_at = null where organization_id = $1 and id = $2 and status = 'USED'`,
          [organization_id, use.coupon_id],
        );
        return;
      }
      await tx.query('update activity set reserved_fen = reserved_fen - $3 where contractor_id = $1 and id = $2', [
        use.contractor_id,
        use.activity_id,
        use.fen,
      ]);
    });
  return rows.length;
}
