import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import { clearingRefusals } from '../../refusals.ts';
import type { AbnormalTradeRow } from '../../tables.ts';
import { abnormalFlow, secondFromFen } from '../abnormal-states.ts';
import { askAbnormal } from '../ask-abnormal.ts';
import { creditAbnormal, creditOutcome } from '../credit-abnormal.ts';
import { registerAbnormal } from '../register-abnormal.ts';
import { orphanIncome, orphanOutcome, returnOrphan } from '../return-orphan.ts';
import { reverseMissing, reverseOutcome } from '../reverse-missing.ts';
import spec from './abnormal_trade_record.page.ts';

const overdue = (now: string) =>
  sql<boolean>`(a.status in ('OPEN', 'PROCESSING') and a.found_at < ${now}::timestamptz - interval '24 hours')`;

const handled = (ctx: Ctx, said: unknown): Partial<AbnormalTradeRow> => ({
  said: String(said ?? ''),
  handled_id: ctx.session.accountId,
  handled_name: ctx.session.name,
  second_name: ctx.witness?.name ?? '',
  handled_at: isoAt(ctx.clock.now()),
  closed_itself: false,
});

const needsSecond = (_ctx: Ctx, row: AbnormalTradeRow): Refusal | undefined =>
  row.amount_fen < secondFromFen
    ? undefined
    : refuse(clearingRefusals.EXPLAIN_SECOND, {
        no: row.abnormal_no,
        amount: formatFenGrouped(row.amount_fen),
        limit: formatFenGrouped(secondFromFen),
      });

export default bind(spec, {
  list: over(
    spec,
    'abnormal_trade as a',
    {
      version: true,
      maker: 'a.maker_id',
      columns: {
        ageHours: sql`floor(extract(epoch from clock.now - a.found_at) / 3600)::int`,
        overdue: sql`(a.status in ('OPEN', 'PROCESSING') and a.found_at < clock.now - interval '24 hours')`,
      },
      names: { organizationId: organizationName('a.organization_id') },
    },
    (from, ctx) =>
      from.innerJoin(sql<{ now: string }>`(select ${isoAt(ctx.clock.now())}::timestamptz as now)`.as('clock'), (on) =>
        on.onTrue(),
      ),
  ),
  notice: async (ctx) => {
    const { open, late, parked } = await ctx.db
      .selectFrom('abnormal_trade as a')
      .select([
        sql<number>`count(*)::int`.as('open'),
        sql<number>`count(*) filter (where ${overdue(isoAt(ctx.clock.now()))})::int`.as('late'),
        sql<number>`coalesce(sum(a.parked_fen), 0)::bigint`.as('parked'),
      ])
      .where('a.status', 'in', ['OPEN', 'PROCESSING'])
      .executeTakeFirstOrThrow();
    if (open === 0) return null;
    const money = parked > 0 ? `，待查款 ${formatFenGrouped(parked)} 元` : '';
    return {
      tone: late > 0 ? 'warning' : 'info',
      text: `未处理 ${open} 笔${late > 0 ? `，其中 ${late} 笔超过 24 小时` : ''}${money}。`,
    };
  },
  create: registerAbnormal,
  outcomes: {
    credit: creditOutcome,
    back: orphanOutcome('付款人，由渠道原路退回'),
    income: orphanOutcome('平台可提现'),
    reverse: reverseOutcome,
  },
  outsideTransaction: ['ask', 'credit', 'back', 'reverse'],
  actions: {
    ...moves(abnormalFlow, {
      table: 'abnormal_trade',
      name: (row) => row.abnormal_no,
      check: { explain: needsSecond },
      write: {
        take: (ctx) => ({ assignee_id: ctx.session.accountId, assignee_name: ctx.session.name }),
        fix: (ctx, values) => handled(ctx, values.note),
        explain: (ctx, values) => handled(ctx, values.reason),
        explainTwo: (ctx, values) => handled(ctx, values.reason),
        reopen: () => ({ closed_itself: false }),
      },
    }),
    ask: (ctx, { ids }) => askAbnormal(ctx, ids[0]!),
    credit: creditAbnormal,
    back: returnOrphan,
    reverse: reverseMissing,
    income: orphanIncome,
  },
});
