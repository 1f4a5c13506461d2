/** Looks up which terminals' numbers of a batch are in the books already. Read under the purse lock. */
import { addDays } from '../../../kit/server/clock.ts';
import type { MoneyRequest, TradeMode } from '../types.ts';
import { plainArray, textArray } from '../writer/arrays.ts';
import type { Item } from '../writer/item.ts';
import type { Command, Statement } from '../writer/train.ts';
import { type DeviceNumber, type KnownSwipe, numberOf, usuals } from './plain-swipe.ts';

/**
 * Number by number, each with a limit of its own, in the order of the index of numbers: joined, or in no order, a plan made while a
 * month is young reads every trade of the organization by another index (tests/money/plans.test.ts).
 */
const lookUp = (
  since: string,
) => `select t.device_id, t.device_seq, t.id, t.person_id, t.mode, t.meaning, t.business_date, t.occurred_date,
      t.amount_fen, t.main_fen, t.subsidy_fen, t.gift_fen, t.arrears_fen, t.count_used, t.balances, t.suspicious, t.card_no,
      coalesce(t.wallet_after_fen, t.balance_after_fen)
    from unnest($2::bigint[], $3::text[]) as n (device_id, device_seq)
    cross join lateral (select * from trade_plain s where s.organization_id = $1 and s.device_id = n.device_id
      and s.device_seq = n.device_seq ${since} order by s.device_id, s.device_seq limit 1) t`;

/** A number told online was told a moment ago, if it was told before: its day or the one before. */
const online: Statement = { name: 'w_known_swipes', text: lookUp('and s.business_date >= $4::date') };
/** A record that comes late may have come before under another day: by another clock, or before its month was closed. */
const late: Statement = { name: 'w_known_late_swipes', text: lookUp('') };

const isOnline = (request: MoneyRequest) => request.kind === 'CONSUME' && request.place.offline !== true;

/** The questions of a batch, none where no terminal speaks. */
export function knownSwipes(
  organizationId: number,
  items: readonly Item[],
  dateOf: (request: MoneyRequest) => string,
): Command[] {
  const now: DeviceNumber[] = [];
  const before: DeviceNumber[] = [];
  let first = '';
  for (const { request } of items) {
    const number = numberOf(request.requestKey);
    if (!number) continue;
    if (isOnline(request)) {
      const date = dateOf(request);
      if (first === '' || date < first) first = date;
      now.push(number);
    } else before.push(number);
  }
  const ask = (statement: Statement, numbers: DeviceNumber[], ...more: unknown[]): Command => ({
    statement,
    values: [
      organizationId,
      plainArray(numbers.map((n) => n.deviceId)),
      textArray(numbers.map((n) => n.deviceSeq)),
      ...more,
    ],
  });
  return [
    ...(now.length > 0 ? [ask(online, now, addDays(first, -1))] : []),
    ...(before.length > 0 ? [ask(late, before)] : []),
  ];
}

/** A row of the answer. */
export function knownSwipeOf(r: unknown[]): KnownSwipe {
  const [MAIN, SUBSIDY, GIFT, ARREARS, COUNT] = r.slice(9, 14) as number[];
  const usual = usuals(r[4] as TradeMode, r[16] as string, r[17] as number);
  const meaning = (r[5] ?? usual.meaning) as string;
  const taken = Object.entries({ MAIN, SUBSIDY, GIFT, ARREARS, COUNT }).filter(([, fen]) => fen);
  return {
    deviceId: r[0] as number,
    deviceSeq: r[1] as string,
    id: r[2] as number,
    personId: r[3] as number,
    mode: r[4] as TradeMode,
    // Written as nothing where it had none.
    meaning: meaning === '' ? null : meaning,
    businessDate: r[6] as string,
    occurredDate: r[7] as string,
    amountFen: r[8] as number,
    split: Object.fromEntries(taken),
    balances: (r[14] ?? usual.balances) as KnownSwipe['balances'],
    suspicious: r[15] as boolean,
  };
}
