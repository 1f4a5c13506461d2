/** Trades to choose from, newest first: by trade number, or by name, job number or card. */
import type { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';
import { personOrGuest } from '../../people/public.server.ts';
import { tradesOf } from './trade-source.ts';

/** A search goes back this far; older trades are found by their number. */
const searchedDays = 60;

/** Consumptions and supplements within the scope. */
export async function tradeOptions(ctx: Ctx, { keyword, ids, size }: OptionsInput): Promise<Option[]> {
  let query = ctx.db
    .selectFrom('trade as t')
    .leftJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.person_id'),
    )
    .leftJoin('restaurant as r', (on) =>
      on.onRef('r.organization_id', '=', 't.organization_id').onRef('r.id', '=', 't.restaurant_id'),
    )
    .select(['t.id', personOrGuest.as('name'), 't.occurred_at', 't.amount_fen', 't.count_used', 'r.name as restaurant'])
    .where('t.kind', '<>', 'REVERSE');
  if (ids) query = query.where('t.id', 'in', ids.length > 0 ? ids : [0]);
  else {
    const byNumber = /^\d{7,16}$/.test(keyword);
    if (keyword) query = query.where((await tradesOf(keyword, ctx)) as ReturnType<typeof sql<boolean>>);
    if (!byNumber) query = query.where('t.occurred_at', '>', isoAt(ctx.clock.now() - searchedDays * 86_400_000));
    query = query.orderBy('t.occurred_at', 'desc').limit(size);
  }
  return (await query.execute()).map((t) => ({
    id: t.id,
    name: `${t.name} ${t.occurred_at.slice(5, 16).replace('T', ' ')} ${t.count_used > 0 ? `${t.count_used} 次` : `${formatFenGrouped(t.amount_fen)} 元`}`,
    hint: [t.restaurant, `交易号 ${t.id}`].filter(Boolean).join(' · '),
  }));
}
