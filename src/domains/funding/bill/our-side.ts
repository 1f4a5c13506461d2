/** The orders and refunds a bill is held against. */
import type { Services } from '../../../kit/server/context.ts';
import type { Bill } from './bill.ts';

export interface OurOrder {
  /** A recharge, or a meal paid by code. */
  kind: 'RECHARGE' | 'MEAL';
  organizationId: number;
  id: number;
  no: string;
  personName: string;
  amountFen: number;
  channelNo: string;
  merchantNo: string;
  /** Typed in at the counter: the channel never saw its number. */
  typed: boolean;
  status: string;
  at: string;
}

export interface OurRefund {
  organizationId: number;
  id: number;
  /** Null for a meal's. */
  refundOrderId: number | null;
  no: string;
  personName: string;
  amountFen: number;
  channelNo: string;
  status: string;
  at: string;
}

const paid = ['CREDITED', 'REVERSED', 'PART_REFUNDED', 'REFUNDED'];

/** A code is open for minutes: what was paid on a day was ordered on it or the day before. */
const openDays = 1;

const orderColumns = `'RECHARGE' as kind, o.organization_id as "organizationId", o.id, o.order_no as no, p.name as "personName",
  o.amount_fen as "amountFen", o.channel_no as "channelNo", o.merchant_no as "merchantNo",
  o.credited_via is null and o.posting_id is not null as typed, o.status, coalesce(o.paid_at, o.created_at) as at`;
/** A meal paid by code, in the words of a recharge. */
const mealColumns = `'MEAL' as kind, t.organization_id as "organizationId", t.id, t.trade_no as no, '散客' as "personName",
  t.amount_fen as "amountFen", t.channel_no as "channelNo", t.merchant_no as "merchantNo", false as typed,
  case t.status when 'SUCCESS' then 'CREDITED' else t.status end as status, coalesce(t.paid_at, t.at) as at`;
const withPerson = (table: string, alias: string) =>
  `${table} ${alias} join person p on p.organization_id = ${alias}.organization_id and p.id = ${alias}.person_id`;

/**
 * Orders a line names, of any organization (merchants are shared), and what was paid here in the bill's days. A number
 * of ours ends in the order's id, so it is looked up without knowing the organization.
 */
export async function ourOrders(
  { pool }: Pick<Services, 'pool'>,
  organizationId: number,
  bill: Bill,
): Promise<OurOrder[]> {
  const payments = bill.lines.filter((line) => line.kind === 'PAYMENT');
  const merchants = [...new Set(payments.map((line) => line.merchantNo).filter((no) => no !== ''))];
  const { rows } = await pool.query<OurOrder>(
    `select ${orderColumns} from ${withPerson('recharge_order', 'o')} where o.channel = $1 and o.order_no = any($2::text[])
     union
     select ${orderColumns} from ${withPerson('recharge_order', 'o')}
      where o.organization_id = $3 and o.channel = $1 and o.channel_no = any($4::text[])
     union
     select ${orderColumns} from ${withPerson('recharge_order', 'o')}
      where o.organization_id = $3 and o.channel = $1 and o.status = any($5::text[])
        and o.created_at >= (($6::date - ${openDays})::timestamp at time zone 'Asia/Shanghai')
        and o.created_at < (($7::date + 1)::timestamp at time zone 'Asia/Shanghai')
        and o.paid_at >= ($6::date::timestamp at time zone 'Asia/Shanghai')
        and o.paid_at < (($7::date + 1)::timestamp at time zone 'Asia/Shanghai')
        and (o.merchant_no = '' or cardinality($8::text[]) = 0 or o.merchant_no = any($8::text[]))
     union
     select ${mealColumns} from third_trade t where t.channel = $1 and t.trade_no = any($2::text[])
     union
     select ${mealColumns} from third_trade t
      where t.organization_id = $3 and t.channel = $1 and t.channel_no = any($4::text[])
     union
     select ${mealColumns} from third_trade t
      where t.organization_id = $3 and t.channel = $1 and t.status = 'SUCCESS'
        and t.at >= (($6::date - ${openDays})::timestamp at time zone 'Asia/Shanghai')
        and t.at < (($7::date + 1)::timestamp at time zone 'Asia/Shanghai')
        and t.paid_at >= ($6::date::timestamp at time zone 'Asia/Shanghai')
        and t.paid_at < (($7::date + 1)::timestamp at time zone 'Asia/Shanghai')
        and (cardinality($8::text[]) = 0 or t.merchant_no = any($8::text[]))`,
    [
      bill.channel,
      payments.map((line) => line.outTradeNo),
      organizationId,
      payments.map((line) => line.channelNo),
      paid,
      bill.from,
      bill.to,
      merchants,
    ],
  );
  return rows;
}

/** Refunds a line names, and those of the organization that went through in the bill's days. */
export async function ourRefunds(
  { pool }: Pick<Services, 'pool'>,
  organizationId: number,
  bill: Bill,
): Promise<OurRefund[]> {
  const numbers = bill.lines.filter((line) => line.kind === 'REFUND').map((line) => line.outRefundNo);
  const columns = `t.organization_id as "organizationId", t.id, t.refund_order_id as "refundOrderId", t.refund_no as no,
    coalesce(p.name, '散客') as "personName",
    t.amount_fen as "amountFen", t.channel_no as "channelNo", t.status, coalesce(t.finished_at, t.at) as at`;
  const from = `third_refund t left join (${withPerson('refund_order', 'f')})
    on f.organization_id = t.organization_id and f.id = t.refund_order_id`;
  const { rows } = await pool.query<OurRefund>(
    `select ${columns} from ${from} where t.channel = $1 and t.refund_no = any($2::text[])
     union
     select ${columns} from ${from}
      where t.organization_id = $3 and t.channel = $1 and t.status = 'SUCCESS'
        and t.finished_at >= ($4::date::timestamp at time zone 'Asia/Shanghai')
        and t.finished_at < (($5::date + 1)::timestamp at time zone 'Asia/Shanghai')`,
    [bill.channel, numbers, organizationId, bill.from, bill.to],
  );
  return rows;
}
