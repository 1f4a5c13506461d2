/** What became of a lot `l` of goods `g`, in base units: every gram that came in is somewhere. */
import { type RawBuilder, sql } from 'kysely';

const entries = (sign: '' | '-', kinds: string) =>
  `(select coalesce(${sign}sum(e.qty), 0)::bigint from stock_entry e where e.contractor_id = l.contractor_id and e.lot_id = l.id and e.kind in (${kinds}))`;
const transit = (what: string) =>
  `(select coalesce(sum(${what}), 0)::bigint from stock_transit t where t.contractor_id = l.contractor_id and t.lot_id = l.id)`;

const parts = {
  cameIn: entries('', `'OPENING', 'IN', 'RECEIVE', 'MAKE_IN', 'COUNT_GAIN'`),
  onHand:
    '(select coalesce(sum(s.qty), 0)::bigint from stock_lot s where s.contractor_id = l.contractor_id and s.lot_id = l.id)',
  inTransit: transit('t.qty - t.received_qty - t.lost_qty'),
  issued: entries('-', `'ISSUE', 'ISSUE_RETURN'`),
  made: entries('-', `'MAKE_OUT'`),
  sold: entries('-', `'SALE', 'SALE_RETURN'`),
  lost: `(${entries('-', `'LOSS', 'COUNT_LOSS'`)} + ${transit('t.lost_qty')})`,
  returned: entries('-', `'RECEIVE_RETURN'`),
} as const;

/** Each part in words. */
export const lotWords = Object.fromEntries(
  Object.entries(parts).map(([key, text]) => [key, sql<string>`stock_qty(${sql.raw(text)}, g.base_unit)`]),
) as Record<keyof typeof parts, RawBuilder<string>>;

/** Received = on hand + on its way + issued + made into others + sold + lost + given back, to the gram. */
export const lotCloses = sql<string>`case when ${sql.raw(parts.cameIn)} = ${sql.raw(
  [parts.onHand, parts.inTransit, parts.issued, parts.made, parts.sold, parts.lost, parts.returned].join(' + '),
)} then 'YES' else 'NO' end`;
