import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { lotWords } from '../lot-sql.ts';
import { recallFlow } from '../recall-states.ts';
import { refuseOpenLots, releaseRecall } from '../run-recall.ts';
import { lotRecall, lotRecallLot } from './lot_recall.page.ts';

const recalls = bind(lotRecall, {
  list: over(lotRecall, 'lot_recall as r', {
    maker: 'r.maker_id',
    columns: {
      left: sql`(select nullif(count(distinct s.lot_id), 0) || ' 批' from lot_recall_lot x
        join stock_lot s on s.contractor_id = x.contractor_id and s.lot_id = x.lot_id and s.qty > 0
        where x.contractor_id = r.contractor_id and x.recall_id = r.id)`,
    },
  }),
  actions: moves(recallFlow, {
    table: 'lot_recall',
    name: (recall) => recall.recall_no,
    stamped: true,
    check: { close: refuseOpenLots },
    after: { release: async (ctx, recall) => void (await releaseRecall(ctx, recall)) },
  }),
});

const { cameIn, onHand, inTransit, issued, made, lost, returned } = lotWords;

const lots = bind(lotRecallLot, {
  list: over(
    lotRecallLot,
    'lot_recall_lot as x',
    {
      id: 'l.id',
      columns: {
        goodsName: 'g.name',
        lotNo: sql`coalesce(nullif(l.lot_no, ''), '#' || l.id)`,
        supplierName: 'l.supplier_name',
        cameIn,
        onHand,
        inTransit,
        issued,
        made,
        lost,
        returned,
      },
    },
    (from) =>
      from
        .innerJoin('lot as l', (on) =>
          on.onRef('l.contractor_id', '=', 'x.contractor_id').onRef('l.id', '=', 'x.lot_id'),
        )
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'l.contractor_id').onRef('g.id', '=', 'l.goods_id'),
        ),
  ),
});

export default [recalls, lots];
