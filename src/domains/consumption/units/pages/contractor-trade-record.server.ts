/** 交易记录 of a contractor. */
import { type RawBuilder, sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { requestCorrection } from '../../correct/draft.ts';
import type { CorrectionKind } from '../../correct/states.ts';
import { unitTradeColumns, unitTradeNames, unitTradeSource, unitTradesFrom, unitTradeWhere } from '../unit-trades.ts';
import spec from './contractor-trade-record.page.ts';

/** Of the correction that the trade was made by, or else the newest that asks for it. */
const ofCorrection = (column: string): RawBuilder<unknown> => sql`(select ${sql.ref(`c.${column}`)} from correction c
  where c.organization_id = t.organization_id and c.trade_id = coalesce(t.original_trade_id, t.id)
    and (t.original_trade_id is null or c.posting_id = t.id)
  order by c.id desc limit 1)`;

const { contractorId: _, selfRun: __, ...columns } = unitTradeColumns;
const { contractorId: ___, ...names } = unitTradeNames;

export default bind(spec, {
  list: over(spec, 'trade as t', {
    ...unitTradeSource,
    from: (db, _ctx, search) => unitTradesFrom(db, search),
    columns: {
      ...columns,
      originalNo: sql`t.original_trade_id::text`,
      correctNo: ofCorrection('correct_no'),
      correctStatus: ofCorrection('status'),
    },
    names,
    where: {
      ...unitTradeWhere,
      // The charges with such a correction; of those made by one, the correction shows beside the original.
      correctStatus: (value) => sql`exists (select 1 from correction c where c.organization_id = t.organization_id
        and c.trade_id = t.id and c.status = any(${[value].flat()}::text[]))`,
    },
  }),
  outsideTransaction: ['request'],
  actions: {
    request: async (ctx, { rows, values }) => {
      const asked = await requestCorrection(ctx, Number(rows[0]!.organizationId), {
        tradeId: rows[0]!.id,
        kind: values.kind as CorrectionKind,
        amountFen: values.amountFen as number | null,
        reason: String(values.reason),
      });
      return isRefusal(asked) ? asked : null;
    },
  },
});
