/** Server side of 补贴退款. */
import { type RawBuilder, sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { over } from '../../../kit/server/page/over.ts';
import { likePattern } from '../../../kit/server/query/expression.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { refundTrade } from '../lots/refund-trade.ts';
import { onSubsidyDays } from '../lots/subsidy-days.ts';
import spec from './refund.page.ts';

/** More people than this are left to the database to look up while it walks the trades. */
const mostPeople = 500;

/** The trade is of somebody whose name or job number has the word: found first, so that the index by person serves. */
async function ofPeople(ctx: Ctx, keyword: string): Promise<RawBuilder<unknown>> {
  const like = likePattern(keyword);
  const people = await ctx.db
    .selectFrom('person as p')
    .select('p.id')
    .where((eb) => eb.or([eb('p.name', 'ilike', like), eb('p.job_number', 'ilike', like)]))
    .limit(mostPeople + 1)
    .execute();
  return people.length <= mostPeople
    ? sql`t.person_id = any(${people.map((p) => p.id)}::bigint[])`
    : sql`(p.name ilike ${like} or p.job_number ilike ${like})`;
}

export default bind(spec, {
  list: over(
    spec,
    'posting as g',
    {
      id: sql`(g.id * 128 + e.line_no)`,
      columns: {
        tradeId: 'g.reverses_posting_id',
        at: 'g.occurred_at',
        personName: 'p.name',
        jobNumber: 'p.job_number',
        departmentId: 'p.department_id',
        batchId: sql`nullif(w.batch_id, 0)`,
        tradeAt: 't.occurred_at',
        amountFen: 'e.amount_fen',
        refundFen: null,
        totalFen: 'g.amount_fen',
        expiresOn: 'w.expires_on',
        status: sql`case when w.balance_fen = 0 then 'EMPTY' else 'ACTIVE' end`,
        operatorName: sql`coalesce(a.name, '')`,
      },
      names: { tradeId: sql`g.reverses_posting_id::text`, batchId: 'b.name' },
      byId: (ids) => sql`g.id = any(${ids.map((id) => Math.floor(id / 128))}::bigint[])`,
      partition: 'g.business_date',
      derive: (row, ctx) =>
        row.status === 'ACTIVE' && typeof row.expiresOn === 'string' && row.expiresOn < businessDay(ctx.clock.now())
          ? { status: 'EXPIRED' }
          : {},
    },
    (from) =>
      from
        .innerJoin('ledger_entry as e', (on) =>
          on
            .onRef('e.organization_id', '=', 'g.organization_id')
            .onRef('e.business_date', '=', 'g.business_date')
            .onRef('e.posting_id', '=', 'g.id')
            .on('e.account', '=', 'wallet:SUBSIDY'),
        )
        .innerJoin('wallet as w', (on) =>
          on.onRef('w.organization_id', '=', 'e.organization_id').onRef('w.id', '=', 'e.wallet_id'),
        )
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'g.organization_id').onRef('p.id', '=', 'g.person_id'),
        )
        .leftJoin('trade as t', (on) =>
          on.onRef('t.organization_id', '=', 'g.organization_id').onRef('t.id', '=', 'g.reverses_posting_id'),
        )
        .leftJoin('subsidy_batch as b', (on) =>
          on.onRef('b.organization_id', '=', 'w.organization_id').onRef('b.id', '=', 'w.batch_id'),
        )
        .leftJoin('account as a', 'a.id', 'g.operator_id')
        .where('g.kind', '=', 'REVERSE')

        // Said once more for the index of what was undone, which has few postings.
        .where('g.reverses_posting_id', 'is not', null)
        .where('g.reverses_kind', 'in', ['CONSUME', 'SUPPLEMENT']),
  ),
  outsideTransaction: ['create'],
  create: (ctx, values) =>
    refundTrade(ctx, { tradeId: values.tradeId!, amountFen: values.refundFen ?? null, reason: values.reason! }),
  // Trades paid with subsidy that are not wholly taken back.
  options: async (ctx, { keyword, ids, size }) => {
    let query = ctx.db
      .selectFrom('trade as t')
      .innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.person_id'),
      )
      .leftJoin('posting_reversed as v', (on) =>
        on.onRef('v.organization_id', '=', 't.organization_id').onRef('v.posting_id', '=', 't.id'),
      )
      .select(['t.id', 'p.name', 'p.job_number', 't.occurred_at', 't.amount_fen', 't.subsidy_fen', 'v.reversed_fen'])
      .where('t.kind', 'in', ['CONSUME', 'SUPPLEMENT'])
      .where('t.subsidy_fen', '>', 0);
    if (ids) query = query.where('t.id', 'in', ids.length > 0 ? ids : [0]);
    else {
      query = query
        .where(sql<boolean>`coalesce(v.reversed_fen, 0) < t.amount_fen`)
        .where((await onSubsidyDays(ctx, {}, sql`t.business_date`)) as RawBuilder<boolean>)
        .limit(size);
      if (keyword) query = query.where((await ofPeople(ctx, keyword)) as RawBuilder<boolean>);
    }
    const rows = await query.orderBy('t.occurred_at', 'desc').orderBy('t.id', 'desc').execute();
    return rows.map((row) => ({
      id: row.id,
      name: `${row.name}${row.job_number ? ` ${row.job_number}` : ''} · ${row.occurred_at.slice(5, 16).replace('T', ' ')} · ${formatFenGrouped(row.amount_fen)}`,
      hint: `补贴 ${formatFenGrouped(row.subsidy_fen)}${row.reversed_fen ? `，已退 ${formatFenGrouped(row.reversed_fen)}` : ''}`,
    }));
  },
});
