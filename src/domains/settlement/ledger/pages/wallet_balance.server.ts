import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type OptionsInput } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';
import '../../tables.ts';
import { holdAmount, holdOutcome } from '../../risks/risk-holds.ts';
import { setWallet } from '../freeze-wallet.ts';
import { labelOf, unitTypes } from '../purses.ts';
import spec from './wallet_balance.page.ts';

/** Balance and version of each purse against its entries: U2 and U3 of this unit, as the row is read. */
const proof = sql`case when exists (
  select 1 from unit_wallet w cross join lateral (
    select coalesce(sum(e.amount_fen), 0) as fen, count(*) as entries from unit_entry e
    where e.account = 'unit' and e.unit_type = w.unit_type and e.unit_id = w.unit_id and e.purse = w.purse) of_it
  where w.unit_type = b.unit_type and w.unit_id = b.unit_id and (w.balance_fen <> of_it.fen or w.version <> of_it.entries))
  then 'BREAK' else 'OK' end`;

const status = sql`case when exists (select from unit_wallet w
  where w.unit_type = b.unit_type and w.unit_id = b.unit_id and w.status = 'FROZEN') then 'FROZEN' else 'ACTIVE' end`;

/** Units with money, by name and kind. */
async function options(ctx: Ctx, { keyword, ids, size }: OptionsInput) {
  let query = ctx.db
    .selectFrom('unit_balance')
    .select(['unit_id', 'unit_name', 'unit_type'])
    .orderBy('unit_type')
    .orderBy('unit_name')
    .limit(size);
  if (ids) query = query.where('unit_id', 'in', [0, ...ids]);
  if (keyword) query = query.where('unit_name', 'ilike', likePattern(keyword));
  return (await query.execute()).map((one) => ({
    id: one.unit_id,
    name: one.unit_name,
    hint: labelOf(unitTypes, one.unit_type),
  }));
}

export default bind(spec, {
  options,
  list: over(spec, 'unit_balance as b', { id: 'b.unit_id', columns: { proof, status } }),
  actions: { freeze: setWallet('FROZEN'), thaw: setWallet('ACTIVE'), hold: holdAmount },
  outcomes: { hold: holdOutcome },
  notice: async (ctx) => {
    const { fen, outside } = await ctx.db
      .selectFrom('unit_balance as b')
      .select([
        sql<number>`coalesce(sum(b.total_fen), 0)::bigint`.as('fen'),
        sql<number>`(select /* wall: the platform's own page */ coalesce(-sum(e.amount_fen), 0)::bigint from unit_entry e
          where e.account <> 'unit')`.as('outside'),
      ])
      .executeTakeFirstOrThrow();
    const same = fen === outside;
    return {
      tone: same ? 'success' : 'danger',
      text: `各单位合计 ${formatFenGrouped(fen)} 元，渠道与银行账面 ${formatFenGrouped(outside)} 元，${same ? '相符' : '不符，请停止打款并查明'}。`,
    };
  },
});
