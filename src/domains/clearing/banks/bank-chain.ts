/**
 * U11 against the banks. The books know what channels hold and what was paid and received; the bank knows what an account held at the
 * end of a day. From the first statement on (期初) each later one must be it and everything since: what channels sent (提现, by their
 * fund bills), what units paid in, less what was paid to units, and what the clerk named besides. Nothing is kept but what was typed:
 * a bill or a payment booked later puts right what was off.
 */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Db } from '../../../kit/server/context.ts';
import { receivingAccount } from '../../billing/public.server.ts';
import { payingAccount } from '../../settlement/public.server.ts';
import { ofUnit } from '../merchants/known-merchants.ts';
import '../tables.ts';
import { bankAccounts } from './bank-accounts.ts';

/** Bought by `over` beside the statement `s`: what came and went after `from` until the end of `s.day`. */
const moved = (name: string, from: string) => `lateral (select
    case when s.account = 'RECEIPTS' then 0 else (
      select coalesce(sum(b.bank_fen), 0) from /* wall: the platform's own merchant numbers */ merchant_bill b
       where b.current and b.bank_fen <> 0 and b.day > ${from} and b.day <= s.day
         and not ${ofUnit('b.channel', 'b.merchant_no')}) end::bigint as channel,
    case when s.account = 'RECEIPTS' then 0 else (
      select coalesce(sum(e.amount_fen), 0) from /* wall: the platform's own account */ unit_entry e
       where e.account = '${payingAccount}' and e.business_date > ${from} and e.business_date <= s.day) end::bigint as paid,
    case when s.account = 'PAYOUT' then 0 else (
      select coalesce(-sum(e.amount_fen), 0) from /* wall: the platform's own account */ unit_entry e
       where e.account = '${receivingAccount}' and e.business_date > ${from} and e.business_date <= s.day) end::bigint as received,
    (select coalesce(sum(t.other_fen), 0) from bank_statement t
      where t.account = s.account and t.status = 'NORMAL' and t.day > ${from} and t.day <= s.day)::bigint as other) ${name}`;

/**
 * Of a statement `s`: the one before (day and balance, null for the first), what moved since, what it should say, how far it is off
 * since the one before (`gap`) and since the first (`off`).
 */
export const bankChain = sql<{
  first: boolean;
  before: number | null;
  channel: number;
  received: number;
  paid: number;
  expected: number | null;
  gap: number | null;
  off: number | null;
}>`(select /* wall: the platform's own bank accounts */ p.day is null as first, p.balance_fen as before, m.channel, m.received, m.paid,
    p.balance_fen + m.channel + m.received - m.paid + m.other as expected,
    s.balance_fen - (p.balance_fen + m.channel + m.received - m.paid + m.other) as gap,
    s.balance_fen - (o.balance_fen + a.channel + a.received - a.paid + a.other) as off
  from (select min(f.day) as day, (array_agg(f.balance_fen order by f.day))[1] as balance_fen from bank_statement f
      where f.account = s.account and f.status = 'NORMAL' and f.day < s.day) o
    left join lateral (select f.day, f.balance_fen from bank_statement f
      where f.account = s.account and f.status = 'NORMAL' and f.day < s.day order by f.day desc limit 1) p on true,
    ${sql.raw(moved('m', 'p.day'))}, ${sql.raw(moved('a', 'o.day'))})`;

/** Accounts whose newest statement is not what the books make of the first. */
export async function bankBreaks(db: Db): Promise<{ subject: string; found: string }[]> {
  const { rows } = await sql<{ account: string; day: string; balance: number; off: number }>`
    select /* wall: the platform's own bank accounts */ s.account, s.day::text as day, s.balance_fen as balance, c.off
    from (select distinct on (account) * from bank_statement where status = 'NORMAL' order by account, day desc) s,
      lateral ${bankChain} c where c.off <> 0 order by s.account`.execute(db);
  return rows.map(({ account, day, balance, off }) => ({
    subject: `${bankAccounts.find(({ value }) => value === account)!.label} ${day}`,
    found: `银行余额 ${formatFenGrouped(balance)} 元，账面应有 ${formatFenGrouped(balance - off)} 元`,
  }));
}

/** What the account should hold at the end of `day` by the books, from its newest statement before; undefined without one. */
export async function bankShould(db: Db, account: string, day: string): Promise<number | undefined> {
  const { rows } = await sql<{ expected: number | null }>`
    select c.expected from (select ${account}::text as account, ${day}::date as day, 0::bigint as balance_fen) s, lateral ${bankChain} c`.execute(
    db,
  );
  return rows[0]?.expected ?? undefined;
}
