/** U11 against what the channels say they hold: fund bills unbroken from day to day, and moved by what the trade bills traded. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Db } from '../../../kit/server/context.ts';

interface Row {
  channel: string;
  no: string;
  day: string;
  gap: number | null;
  traded: number | null;
  moved: number;
}

/** Movements of an account that are no trade of a diner. */
const notTrade = '提现|充值|转账|调拨|红包';

export async function channelBreaks(db: Db): Promise<{ subject: string; found: string }[]> {
  const { rows } = await sql<Row>`
    select /* wall: the platform's own merchant numbers */ f.channel, f.merchant_no as no, f.day::text as day, f.gap_fen as gap, t.in_fen - t.out_fen - t.fee_fen as traded,
      (select coalesce(sum(case when l.type = 'IN' then l.amount_fen else -l.amount_fen end), 0) from merchant_bill_line l
        where l.day = f.day and l.bill_id = f.id and l.what !~ ${notTrade})::bigint as moved
    from merchant_bill f
    left join merchant_bill t on t.current and t.kind = 'TRADE' and t.channel = f.channel and t.merchant_no = f.merchant_no and t.day = f.day
    where f.current and f.kind = 'FUND' order by f.day, f.channel, f.merchant_no`.execute(db);
  return rows.flatMap(({ channel, no, day, gap, traded, moved }) => {
    const subject = `${channel} ${no} ${day}`;
    return [
      ...(gap !== null && gap !== 0 ? [{ subject, found: `账户结余与前一日相差 ${formatFenGrouped(gap)} 元` }] : []),
      ...(traded !== null && traded !== moved
        ? [{ subject, found: `资金账单变动 ${formatFenGrouped(moved)} 元，交易账单 ${formatFenGrouped(traded)} 元` }]
        : []),
    ];
  });
}
