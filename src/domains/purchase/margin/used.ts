/** What meals did take of the store: issues less what came back, losses, also those on the way, and what counts found, by unit and day. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { asked } from './asked.ts';

/** Of a line `e` with its document `b` and storehouse `h`: whose meal it was for, and when that was eaten. */
export const usedAt = {
  organization: 'coalesce(b.site_id, h.site_id)',
  day: 'coalesce(b.dining_date, e.business_date)',
} as const;

/** A document is booked so near to its meal. */
export const bookedWithin = 45;

const fenOf = (kinds: string, sign: '' | '-') =>
  `coalesce(${sign}sum(e.value_fen) filter (where e.kind in (${kinds})), 0)::bigint`;

export const usedSums = `${fenOf(`'ISSUE'`, '-')} as "issuedFen", ${fenOf(`'ISSUE_RETURN'`, '')} as "returnedFen",
  ${fenOf(`'LOSS'`, '-')} as "lossFen", ${fenOf(`'TRANSIT_LOSS'`, '-')} as "transitFen", ${fenOf(`'COUNT_GAIN', 'COUNT_LOSS'`, '-')} as "countFen"`;

export async function usedOf<Row extends object>(
  ctx: Ctx,
  search: Search,
  select: string,
  rest: string,
): Promise<Row[]> {
  const { rows } = await sqlOf(ctx.db).query<Row>(
    `select ${select} from stock_used e
     join stock_bill b on b.contractor_id = e.contractor_id and b.id = e.bill_id
     join storehouse h on h.contractor_id = e.contractor_id and h.id = e.storehouse_id
     join goods g on g.contractor_id = e.contractor_id and g.id = e.goods_id
     where e.contractor_id = $1
       and e.business_date between $2::date - ${bookedWithin} and $3::date + ${bookedWithin}
       and ${usedAt.day} between $2::date and $3::date
       and ($4::bigint[] is null or ${usedAt.organization} = any($4)) and ($5::bigint[] is null or e.goods_id = any($5))
       and ($6::boolean is null or $6 = (${usedAt.organization} is null)) ${rest}`,
    [...asked(ctx, search), typeof search.central === 'boolean' ? search.central : null],
  );
  return rows;
}
