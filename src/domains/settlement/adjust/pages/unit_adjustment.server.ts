import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { adjustMoves, adjustOutcome } from '../adjust-moves.ts';
import { askAdjustment } from '../ask-adjustment.ts';
import spec from './unit_adjustment.page.ts';

/** A unit by its name, at the head of its money. */
const nameOf = (side: 'from' | 'to') =>
  sql`(select b.unit_name from unit_balance b where b.unit_type = ${sql.ref(`a.${side}_type`)} and b.unit_id = ${sql.ref(`a.${side}_id`)})`;

export default bind(spec, {
  list: over(spec, 'unit_adjustment as a', {
    version: true,
    maker: 'a.maker_id',
    columns: {
      fromUnitId: 'a.from_id',
      toUnitId: 'a.to_id',
      refersNo: sql`a.refers_posting_id::text`,
      postingNo: sql`a.posting_id::text`,
    },
    names: { fromUnitId: nameOf('from'), toUnitId: nameOf('to') },
  }),
  notice: async (ctx) => {
    const { n, fen } = await ctx.db
      .selectFrom('unit_adjustment')
      .select([sql<number>`count(*)::int`.as('n'), sql<number>`coalesce(sum(amount_fen), 0)::bigint`.as('fen')])
      .where('status', '=', 'WAITING')
      .executeTakeFirstOrThrow();
    return n === 0 ? null : { tone: 'info', text: `待审核 ${n} 笔，共 ${formatFenGrouped(fen)} 元。` };
  },
  create: askAdjustment,
  outcomes: { approve: adjustOutcome },
  actions: adjustMoves,
});
