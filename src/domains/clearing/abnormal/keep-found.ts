/**
 * The work list follows what is found: once per kind and number, whatever file or run finds it again. What somebody has dealt with
 * stays dealt with while its facts are the same; what closed itself opens again.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { BillKey } from '../bills/match-lines.ts';
import type { AbnormalKind } from './abnormal-states.ts';

export interface Found {
  kind: AbnormalKind;
  refType: string;
  refNo: string;
  refId: number | null;
  organizationId: number | null;
  personName: string;
  channelNo: string;
  outNo: string;
  billFen: number | null;
  ourFen: number | null;
  /** When it happened, ISO 8601. */
  at: string;
  why: string;
  /** The bill that found it; a rule otherwise. */
  bill: BillKey | undefined;
  /** Of a rule: channel and day. */
  channel?: string;
  day?: string;
}

type Tools = Pick<Services, 'clock' | 'ids'>;

export async function keepOne({ clock, ids }: Tools, tx: Sql, one: Found): Promise<number> {
  const id = await ids.next();
  const now = isoAt(clock.now());
  const { rows } = await tx.query<{ id: number }>(
    `insert /* wall: whosever it is, or nobody's yet */ into abnormal_trade as a (id, abnormal_no, kind, ref_type, ref_no, ref_id, organization_id, person_name, channel, merchant_no, day,
       channel_no, out_no, bill_fen, our_fen, amount_fen, why, of_bill, happened_at, found_at, status, maker_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, 'OPEN', '系统', $20)
     on conflict (kind, ref_type, ref_no) do update set found_at = excluded.found_at, why = excluded.why,
       channel_no = excluded.channel_no, bill_fen = excluded.bill_fen, our_fen = excluded.our_fen, amount_fen = excluded.amount_fen,
       day = excluded.day, merchant_no = excluded.merchant_no, of_bill = excluded.of_bill,
       found_count = a.found_count + case when a.status in ('FIXED', 'IGNORED') then 1 else 0 end,
       status = case when a.status in ('FIXED', 'IGNORED') and (a.closed_itself or a.bill_fen is distinct from excluded.bill_fen
         or a.our_fen is distinct from excluded.our_fen or a.channel_no <> excluded.channel_no) then 'OPEN' else a.status end,
       closed_itself = false
     returning a.id`,
    [
      id,
      `YC${now.slice(0, 10).replaceAll('-', '')}${id}`,
      one.kind,
      one.refType,
      one.refNo,
      one.refId,
      one.organizationId,
      one.personName,
      one.bill?.channel ?? one.channel ?? '',
      one.bill?.merchantNo ?? '',
      one.bill?.day ?? one.day,
      one.channelNo,
      one.outNo,
      one.billFen,
      one.ourFen,
      one.billFen ?? one.ourFen ?? 0,
      one.why,
      one.bill !== undefined,
      one.at,
      now,
    ],
  );
  return rows[0]!.id;
}

/** Closes those of the selection that are not among the found any more: the other side has appeared. */
export async function closeOthers(
  { clock }: Pick<Services, 'clock'>,
  tx: Sql,
  where: string,
  values: readonly unknown[],
  kept: readonly number[],
): Promise<void> {
  await tx.query(
    `update /* wall: opened by the house, closed by it */ abnormal_trade set status = 'FIXED', closed_itself = true, said = '对方已出现，自动关闭', handled_name = '系统',
       handled_at = $1, version = version + 1
     where status in ('OPEN', 'PROCESSING') and id <> all($2::bigint[]) and ${where}`,
    [isoAt(clock.now()), kept, ...values],
  );
}

/** Keeps what a bill's day found and closes what it found before and no longer does. */
export async function keepFound(tools: Tools, tx: Sql, bill: BillKey, found: readonly Found[]): Promise<void> {
  const kept: number[] = [];
  for (const one of found) kept.push(await keepOne(tools, tx, one));
  await closeOthers(
    tools,
    tx,
    'of_bill and channel = $3 and merchant_no = $4 and day = $5::date',
    [bill.channel, bill.merchantNo, bill.day],
    kept,
  );
}
