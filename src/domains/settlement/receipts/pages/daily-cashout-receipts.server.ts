/** 每日提现 out of the postings: history only grows there, a payment returned later does not change the day it was paid. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { unitName } from '../../banks/unit-name.ts';
import '../../tables.ts';
import { payingAccount } from '../../withdrawals/withdrawal-moves.ts';
import spec, { paidByDocuments } from './daily-cashout-receipts.page.ts';

/** A day of Shanghai's calendar, as the bank counts. */
const dayOf = (instant: string) => sql`(${sql.ref(instant)} at time zone 'Asia/Shanghai')::date`;

/** Conditions of the search on the instant and the unit of `w`. */
function conditions(instant: string, { day, unitType, keyword }: Search): RawBuilder<boolean>[] {
  const [from, to] = Array.isArray(day) ? (day as (string | null)[]) : [null, null];
  const words = String(keyword ?? '').trim();
  const types = [unitType].flat().filter((one) => typeof one === 'string' && one !== '');
  return [
    ...(from ? [sql<boolean>`${sql.ref(instant)} >= ${`${from}T00:00:00+08:00`}::timestamptz`] : []),
    ...(to ? [sql<boolean>`${sql.ref(instant)} < ${`${to}T00:00:00+08:00`}::timestamptz + interval '1 day'`] : []),
    ...(types.length > 0 ? [sql<boolean>`w.unit_type = any(${types}::text[])`] : []),
    ...(words ? [sql<boolean>`strpos(lower(${unitName('w')}), lower(${words})) > 0`] : []),
  ];
}

const whole = (value: RawBuilder<unknown>) => sql<number>`coalesce(${value}, 0)::bigint`;

async function days(ctx: Ctx, search: Search) {
  const isKind = (kind: string) => sql`filter (where p.kind = ${kind})`;
  const out = isKind('WITHDRAW_OUT');
  const back = isKind('WITHDRAW_BACK');
  let query = ctx.db
    .selectFrom('unit_posting as p')
    .innerJoin('unit_withdrawal as w', 'w.id', 'p.document_id')
    .innerJoinLateral(
      sql<{ frozen: number; bank: number; fee: number }>`(
        select coalesce(sum(e.amount_fen) filter (where e.purse = 'FROZEN'), 0) as frozen,
          coalesce(sum(e.amount_fen) filter (where e.account = ${payingAccount}), 0) as bank,
          coalesce(sum(e.amount_fen) filter (where e.unit_type = 'PLATFORM' and e.purse = 'AVAILABLE'), 0) as fee
        from /* wall: entries of the posting of the row */ unit_entry e where e.posting_id = p.id)`.as('e'),
      (on) => on.onTrue(),
    )
    .select([
      sql<string>`${dayOf('p.occurred_at')}::text`.as('day'),
      'w.unit_type as unitType',
      sql<string>`${unitName('w')}`.as('unitName'),
      whole(sql`count(*) ${out}`).as('paidCount'),
      whole(sql`-sum(e.frozen) ${out}`).as('amountFen'),
      whole(sql`sum(e.fee) ${out}`).as('feeFen'),
      whole(sql`sum(e.bank) ${out}`).as('realFen'),
      whole(sql`count(*) filter (where p.kind = 'RELEASE_HOLD')`).as('failedCount'),
      whole(sql`count(*) ${back}`).as('backCount'),
      whole(sql`-sum(e.bank) ${back}`).as('backFen'),
    ])
    .where('p.document_type', '=', 'WITHDRAWAL')
    .where((eb) =>
      eb.or([
        eb('p.kind', 'in', ['WITHDRAW_OUT', 'WITHDRAW_BACK']),
        // What was never paid and came back from the bank; what was refused before is no payment.
        eb.and([eb('p.kind', '=', 'RELEASE_HOLD'), eb('w.status', '=', 'FAILED'), eb('w.paid_at', 'is', null)]),
      ]),
    )
    .groupBy([sql`1`, 'w.unit_type', 'w.unit_id']);
  for (const condition of conditions('p.occurred_at', search)) query = query.where(condition);
  return query.execute();
}

export default bind(spec, {
  rows: async (ctx, search) => (await days(ctx, search)).map((row, i) => ({ ...row, id: i + 1 })),
  proof: {
    reads: {
      paidCount: 'unit_posting.id',
      amountFen: 'unit_entry.amount_fen of FROZEN',
      feeFen: 'unit_entry.amount_fen of the platform',
      realFen: 'unit_entry.amount_fen of the bank',
      backFen: 'unit_entry.amount_fen returned',
    },
    held: {
      [paidByDocuments]: async (ctx, search) => {
        let query = ctx.db
          .selectFrom('unit_withdrawal as w')
          .select(whole(sql`sum(w.real_fen)`).as('fen'))
          .where('w.paid_at', 'is not', null);
        for (const condition of conditions('w.paid_at', search)) query = query.where(condition);
        return (await query.executeTakeFirstOrThrow()).fen;
      },
    },
  },
});
