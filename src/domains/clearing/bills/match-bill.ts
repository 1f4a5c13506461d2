/** Matches a trade bill and its neighbours, takes its fees over, and opens or closes what is abnormal of its day. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { feesOfBill } from '../../funding/public.server.ts';
import { type Found, keepFound } from '../abnormal/keep-found.ts';
import { parkFound } from '../abnormal/park-found.ts';
import { type BillKey, matchLines, missingLines } from './match-lines.ts';
import { whyOf } from './words.ts';

type Tools = Pick<Services, 'pool' | 'clock' | 'ids'>;

interface OpenLine {
  rowNo: number;
  type: string;
  outNo: string;
  channelNo: string;
  outRefundNo: string;
  amountFen: number;
  ourFen: number | null;
  at: string;
  organizationId: number | null;
  refType: string;
  refId: number | null;
  state: string;
  personName: string;
}

async function openLines(tx: Sql, bill: BillKey): Promise<OpenLine[]> {
  const { rows } = await tx.query<OpenLine>(
    `select l.row_no as "rowNo", l.type, l.out_no as "outNo", l.channel_no as "channelNo", l.out_refund_no as "outRefundNo",
       l.amount_fen as "amountFen", l.our_fen as "ourFen", l.at, l.organization_id as "organizationId", l.ref_type as "refType",
       l.ref_id as "refId", l.state, coalesce(p.name, '') as "personName"
     from merchant_bill_line l
     left join recharge_order o on l.ref_type = 'RECHARGE' and o.organization_id = l.organization_id and o.id = l.ref_id
     left join person p on p.organization_id = o.organization_id and p.id = o.person_id
     where l.day = $2::date and l.bill_id = $1 and l.state not in ('', 'MATCHED', 'OTHER_DAY') order by l.row_no`,
    [bill.id, bill.day],
  );
  return rows;
}

const abnormalOfLine = (bill: BillKey, line: OpenLine): Found => {
  const refund = line.type === 'REFUND';
  const unknown = line.refId === null;
  return {
    kind: line.state as Found['kind'],
    // Paid twice for one order: each payment by itself.
    refType: unknown || line.state === 'DUPLICATE' ? 'CHANNEL' : line.refType,
    refNo: refund ? line.outRefundNo : unknown || line.state === 'DUPLICATE' ? line.channelNo : line.outNo,
    refId: line.refId,
    organizationId: line.organizationId,
    personName: line.personName,
    channelNo: line.channelNo,
    outNo: refund ? line.outRefundNo : line.outNo,
    billFen: line.amountFen,
    ourFen: line.ourFen,
    at: line.at,
    why: whyOf(line.state, line.amountFen, line.ourFen),
    bill,
  };
};

/** One bill in the caller's transaction. */
async function matchOne(tools: Tools, tx: Sql, bill: BillKey): Promise<void> {
  await matchLines(tx, bill);
  await feesOfBill(tx, bill);
  const missing = await missingLines(tx, bill);
  const found = (await openLines(tx, bill)).map((line) => abnormalOfLine(bill, line));
  for (const one of missing.filter(({ transit }) => !transit))
    found.push({
      kind: one.kind,
      refType: one.refType,
      refNo: one.no,
      refId: one.refId,
      organizationId: one.organizationId,
      personName: one.personName,
      channelNo: one.channelNo,
      outNo: one.no,
      billFen: null,
      ourFen: one.amountFen,
      at: one.at,
      why: whyOf(one.kind, null, one.amountFen),
      bill,
    });
  await keepFound(tools, tx, bill, found);
  await parkFound(tools, tx, bill);
  await tx.query(
    `update /* wall: bills of the platform */ merchant_bill b set matched_count = s.matched, transit_count = s.transit + $3, problem_count = s.problem,
       missing_count = $4, matched_at = $5
     from (select count(*) filter (where state = 'MATCHED') as matched, count(*) filter (where state = 'OTHER_DAY') as transit,
         count(*) filter (where state not in ('', 'MATCHED', 'OTHER_DAY')) as problem
       from merchant_bill_line where day = $2::date and bill_id = $1) s where b.id = $1`,
    [
      bill.id,
      bill.day,
      missing.filter(({ transit }) => transit).length,
      missing.filter(({ transit }) => !transit).length,
      isoAt(tools.clock.now()),
    ],
  );
}

const keyColumns = `id, channel, kind, merchant_no as "merchantNo", day::text as day`;

/** The bill and those of the days beside it: what one lacks the other may have. */
export async function matchBill(
  tools: Tools,
  { channel, merchantNo, day }: Omit<BillKey, 'id' | 'kind'>,
): Promise<void> {
  const { rows } = await tools.pool.query<BillKey>(
    `select /* wall: bills of the platform */ ${keyColumns} from merchant_bill where channel = $1 and merchant_no = $2 and kind = 'TRADE' and current
       and day between $3::date - 1 and $3::date + 1 order by day`,
    [channel, merchantNo, day],
  );
  for (const bill of rows)
    await inTransaction(tools.pool, async (tx) => {
      // Two at once would open the same difference twice.
      await tx.query('select pg_advisory_xact_lock(742011804)');
      await matchOne(tools, tx, bill);
    });
}

/**
 * Days whose bills have something open are looked at again: an order may have been credited, a refund gone through; or the server
 * that wrote the bill was gone before it was matched.
 */
export async function matchOpenBills(tools: Tools): Promise<void> {
  const { rows } = await tools.pool.query<BillKey>(
    `select /* wall: bills of the platform */ ${keyColumns} from merchant_bill where current and kind = 'TRADE' and (matched_at is null or problem_count + missing_count + transit_count > 0)
       and day > ($1::timestamptz at time zone 'Asia/Shanghai')::date - 62 order by day, id`,
    [isoAt(tools.clock.now())],
  );
  for (const bill of rows)
    await inTransaction(tools.pool, async (tx) => {
      await tx.query('select pg_advisory_xact_lock(742011804)');
      await matchOne(tools, tx, bill);
    });
}
