import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type OptionsInput } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { likePattern } from '../../../../kit/server/query/expression.ts';
import '../../tables.ts';
import { holdAmount, holdOutcome } from '../../risks/risk-holds.ts';
import { setWallet } from '../freeze-wallet.ts';
import { purseProof } from '../purse-proof.ts';
import { labelOf, unitTypes } from '../purses.ts';
import spec from './wallet_balance.page.ts';

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
  list: over(spec, 'unit_balance as b', { id: 'b.unit_id', columns: { proof: purseProof, status } }),
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
