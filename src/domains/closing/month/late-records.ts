/** What belongs to a closed month and came after its close: booked on the first open day, both dates kept. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { personOrGuest } from '../../people/public.server.ts';
import { postingWords } from '../check/posting-words.ts';
import type { LateRecord, LateRecords } from '../closing-state.ts';
import { monthBooks } from './month-books.ts';

const pageSize = 50;

/** How many there are by month, `YYYY-MM`, of one organization; months without any are absent. */
export async function lateCounts(ctx: Ctx, organizationId: number): Promise<Map<string, number>> {
  const { rows } = await sqlOf(ctx.db).query<{ month: string; count: number }>(
    `select to_char(occurred_date, 'YYYY-MM') as month, count(*)::int as count
       from posting where organization_id = $1 and business_date > occurred_date group by 1`,
    [organizationId],
  );
  return new Map(rows.map((row) => [row.month, row.count]));
}

/** One page of them, newest first, with the sum over all: what they gave (+) and took (−) from people's balances. */
export async function lateRecords(ctx: Ctx, month: string, page: number): Promise<LateRecords> {
  const { db, from, to } = monthBooks(ctx.services, ownOrganization(ctx), month);
  const late = db
    .selectFrom('posting as g')
    .where('g.occurred_date', '>=', from)
    .where('g.occurred_date', '<=', to)
    .whereRef('g.business_date', '>', 'g.occurred_date');
  const net = sql<number>`(select coalesce(sum(e.amount_fen), 0) from ledger_entry e
    where e.organization_id = g.organization_id and e.business_date = g.business_date and e.posting_id = g.id
      and e.wallet_id <> 0 and e.account <> 'wallet:COUNT')::bigint`;
  const [sum, rows] = await Promise.all([
    late
      .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(${net}), 0)::bigint`.as('netFen')])
      .executeTakeFirstOrThrow(),
    late
      .leftJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'g.organization_id').onRef('p.id', '=', 'g.person_id'),
      )
      .leftJoin('trade as t', (on) =>
        on
          .onRef('t.organization_id', '=', 'g.organization_id')
          .onRef('t.id', '=', 'g.id')
          .onRef('t.business_date', '=', 'g.business_date'),
      )
      .leftJoin('device as d', 'd.id', 't.device_id')
      .select([
        'g.id',
        'g.kind',
        'g.reverses_kind as reversesKind',
        personOrGuest.as('personName'),
        'p.job_number as jobNumber',
        'd.name as deviceName',
        'g.reason',
        net.as('netFen'),
        'g.occurred_at as occurredAt',
        'g.occurred_date as occurredDate',
        'g.business_date as businessDate',
        'g.recorded_at as recordedAt',
      ])
      .orderBy('g.recorded_at', 'desc')
      .orderBy('g.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ]);
  return {
    month,
    count: sum.count,
    netFen: sum.netFen,
    pageSize,
    rows: rows.map(
      ({ kind, reversesKind, deviceName, reason, ...row }): LateRecord => ({
        ...row,
        what: postingWords(kind, reversesKind),
        detail: [deviceName, reason].filter(Boolean).join('，'),
      }),
    ),
  };
}
