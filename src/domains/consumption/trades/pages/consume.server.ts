/** 消费记录: trades, and taking one back in whole or in part. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { draftCorrection } from '../../correct/draft.ts';
import { reverseOutcome } from '../../correct/outcome.ts';
import { countTrades } from '../trade-count.ts';
import { tradeOptions } from '../trade-options.ts';
import { recentTrades, tradeColumns, tradeNames, tradesFrom, tradeWhere } from '../trade-source.ts';
import consume from './consume.page.ts';

export default bind(consume, {
  list: over(consume, 'trade as t', {
    from: (db, _ctx, search) => tradesFrom(db, search),
    partition: 't.business_date',
    newest: recentTrades,
    count: countTrades,
    columns: { ...tradeColumns, ruleTrace: sql`trade_trace(t.organization_id, t.rule_trace)` },
    names: tradeNames,
    where: tradeWhere,
  }),
  options: tradeOptions,
  outsideTransaction: ['reverse'],
  outcomes: {
    reverse: (ctx, { rows, values }) => {
      const row = rows[0]!;
      const facts = `${String(row.occurredAt).slice(0, 16).replace('T', ' ')} ${row.mealPeriodName ?? ''}`.trim();
      return reverseOutcome(ctx, row.id, values.amountFen as number | null, facts);
    },
  },
  actions: {
    reverse: async (ctx, { rows, values }) => {
      const amountFen = values.amountFen as number | null;
      const made = await draftCorrection(
        ctx,
        {
          tradeId: rows[0]!.id,
          kind: amountFen === null ? 'FULL_REVERSE' : 'PART_REVERSE',
          amountFen,
          reason: String(values.reason),
        },
        { atOnce: true },
      );
      return isRefusal(made) ? made : null;
    },
  },
});
