/** 配送看板: the waves of a day by where they are, for the wall of the sorting room. */
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import type { ShopWaveRow } from '../tables.ts';

interface OnBoard extends Pick<ShopWaveRow, 'id' | 'kind' | 'status' | 'driver' | 'address'> {
  day: string;
  unit: string;
  /** Orders or transfers. */
  documents: number;
  at: string | null;
}

export interface Board {
  today: string;
  waves: readonly OnBoard[];
}

/** Waves that are not signed for, and those of today and tomorrow whatever has become of them. */
export async function board(ctx: Ctx): Promise<Board> {
  const today = dateAt(ctx.clock.now());
  const { rows } = await sqlOf(ctx.db).query<OnBoard>(
    `select w.id, w.kind, w.status, w.driver, w.address, w.delivery_date::text as day,
       (select /* wall: the name of the unit it goes to */ o.name from organization o where o.id = w.organization_id) as unit,
       case w.kind when 'SHOP' then (select count(*)::int from shop_order o where o.contractor_id = w.contractor_id and o.wave_id = w.id)
         else (select count(distinct x.bill_id)::int from shop_wave_line x where x.contractor_id = w.contractor_id and x.wave_id = w.id) end as documents,
       coalesce(w.signed_at, w.departed_at, w.sorted_at) as at
     from shop_wave w where w.contractor_id = $1 and (w.status <> 'SIGNED' or w.delivery_date between $2::date and $3::date)
     order by w.delivery_date, unit, w.id limit 600`,
    [ownContractor(ctx), today, addDays(today, 1)],
  );
  return { today, waves: rows };
}
