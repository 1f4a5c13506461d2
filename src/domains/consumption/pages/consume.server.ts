/** 消费记录: trades, and taking one back in whole or in part. */

import { auditInto } from '../../../kit/server/audit/origin.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { tradeColumns, tradeNames, tradesFrom, tradeWhere } from '../trade-source.ts';
import consume from './consume.page.ts';

export default bind(consume, {
  list: {
    from: (db, _ctx, search) => tradesFrom(db, search),
    id: 't.id',
    columns: tradeColumns,
    names: tradeNames,
    where: tradeWhere,
  },
  outsideTransaction: ['reverse'],
  actions: {
    reverse: async (ctx, { rows, values }) => {
      const row = rows[0]!;
      const trade = await ctx.db
        .selectFrom('trade')
        .select('person_id')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      const amountFen = values.amountFen as number | null;
      const outcome = await ctx.services.wallet.submit({
        kind: 'REVERSE',
        organizationId: ownOrganization(ctx),
        requestKey: `c:${ctx.session.accountId}:${ctx.requestKey ?? `reverse-${row.id}-${ctx.clock.now()}`}`,
        personId: trade.person_id,
        occurredAt: ctx.clock.now(),
        originalPostingId: row.id,
        ...(amountFen === null ? {} : { amountFen }),
        operatorId: ctx.session.accountId,
        reason: String(values.reason),
        companion: async (tx) => {
          await auditInto(ctx, tx, {
            action: '撤销',
            targetId: row.id,
            targetName: String(row.personName),
            changes: [{ key: 'amountFen', label: '退回金额', before: row.amountFen, after: amountFen ?? '全部' }],
          });
          return undefined;
        },
      });
      return isRefusal(outcome) ? outcome : null;
    },
  },
});
