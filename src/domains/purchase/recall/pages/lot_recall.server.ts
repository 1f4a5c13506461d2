import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { addPhoto } from '../add-photo.ts';
import { lotCloses, lotWords } from '../lot-sql.ts';
import { printRecall } from '../print-recall.ts';
import { rewordNotice, sendNotices } from '../recall-notices.ts';
import { recallFlow } from '../recall-states.ts';
import { refuseOpenLots, releaseRecall } from '../run-recall.ts';
import { lotRecall, lotRecallLot, lotRecallNotice, lotRecallPhoto } from './lot_recall.page.ts';

/** So many of the notices `n`, where there are any. */
const told = (status: string, words: string) =>
  sql.raw(`nullif(count(*) filter (where n.status = '${status}'), 0) || ' ${words}'`);

const recalls = bind(lotRecall, {
  list: over(lotRecall, 'lot_recall as r', {
    maker: 'r.maker_id',
    columns: {
      left: sql`(select nullif(count(distinct s.lot_id), 0) || ' 批' from lot_recall_lot x
        join stock_lot s on s.contractor_id = x.contractor_id and s.lot_id = x.lot_id and s.qty > 0
        where x.contractor_id = r.contractor_id and x.recall_id = r.id)`,
      noticeWords: sql`(select nullif(concat_ws('，', ${told('DRAFT', '未发')}, ${told('SENT', '待处理')}, ${told('ANSWERED', '已处理')}), '')
        from recall_notice n where n.contractor_id = r.contractor_id and n.recall_id = r.id)`,
      unsent: sql`exists (select 1 from recall_notice n where n.contractor_id = r.contractor_id and n.recall_id = r.id
        and n.status = 'DRAFT')`,
    },
  }),
  reads: ['print'],
  actions: {
    sendNotices,
    addPhoto,
    print: printRecall,
    ...moves(recallFlow, {
      table: 'lot_recall',
      name: (recall) => recall.recall_no,
      stamped: true,
      check: { close: refuseOpenLots },
      after: { release: async (ctx, recall) => void (await releaseRecall(ctx, recall)) },
    }),
  },
});

const { cameIn, onHand, inTransit, issued, made, sold, lost, returned } = lotWords;

const lots = bind(lotRecallLot, {
  list: over(
    lotRecallLot,
    'lot_recall_lot as x',
    {
      id: 'x.lot_id',
      columns: {
        goodsName: 'g.name',
        lotNo: sql`coalesce(nullif(l.lot_no, ''), '#' || l.id)`,
        supplierName: 'l.supplier_name',
        cameIn,
        onHand,
        inTransit,
        issued,
        made,
        sold,
        lost,
        returned,
        closes: lotCloses,
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

const notices = bind(lotRecallNotice, {
  list: over(lotRecallNotice, 'recall_notice as x'),
  actions: { reword: rewordNotice },
});

const photos = bind(lotRecallPhoto, { list: over(lotRecallPhoto, 'recall_photo as p') });

export default [recalls, lots, notices, photos];
