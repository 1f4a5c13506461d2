/** The channels' bills of the last week, dropped the next morning: what the sandbox took, and what never fits quite. */
import { bankShould, checkAllDays, followMonths } from '../domains/clearing/public.server.ts';
import { alipayBill, billedAccount, type Paid, wechatBill } from '../domains/funding/public.server.ts';
import { demoPassword } from '../domains/identity/public.server.ts';
import { runUnitInvariants } from '../domains/settlement/public.server.ts';
import { addDays, isoAt } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import { seconds } from './finance-staff.ts';
import { at, type Life, type Span, type Step } from './life.ts';
import { unheardMinute } from './online-payments.ts';
import { actorOf } from './units.ts';
import { uploadAs } from './upload.ts';

const page = '/admin/platform/merchant_bill';
const abnormal = '/admin/platform/abnormal_trade_record';
const merchantNo = 'SANDBOX';

type Channel = 'WECHAT' | 'ALIPAY';

/** Everything the sandbox took and gave back on a day under the platform's number, over all units. */
async function taken({ pool }: Services, channel: Channel, day: string): Promise<Paid[]> {
  const { rows } = await pool.query<{ no: string; paid: string; refund: string; fen: number; at: string }>(
    `select /* wall: the channel knows no units */ no, paid, refund, fen, to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at from (
       select order_no as no, channel_no as paid, '' as refund, amount_fen as fen, paid_at as at from recharge_order
         where credited_via is not null and channel = $1 and merchant_no = '${merchantNo}'
       union all select trade_no, channel_no, '', amount_fen, paid_at from third_trade
         where channel = $1 and status = 'SUCCESS' and merchant_no = '${merchantNo}'
       union all select r.trade_no, r.channel_no, r.refund_no, r.amount_fen, r.finished_at from third_refund r
         left join third_trade t on t.organization_id = r.organization_id and t.id = r.third_trade_id
         left join recharge_order p on p.organization_id = r.organization_id and p.order_no = r.trade_no
         where r.channel = $1 and r.status = 'SUCCESS' and coalesce(t.merchant_no, p.merchant_no) = '${merchantNo}') o
     where (at at time zone 'Asia/Shanghai')::date = $2::date order by at, no`,
    [channel, day],
  );
  return rows.map((row) => ({
    outTradeNo: row.no,
    channelNo: row.paid,
    outRefundNo: row.refund,
    refund: row.refund !== '',
    amount: (row.fen / 100).toFixed(2),
    fee: (Math.round(row.fen * 0.6) / 10_000).toFixed(channel === 'WECHAT' ? 5 : 2),
    at: row.at,
    merchantNo,
  }));
}

/** A payment whose notice never came, and one for nothing anybody ordered. */
async function strange({ pool }: Services, day: string): Promise<Paid[]> {
  const { rows } = await pool.query<{ no: string; fen: number }>(
    `select /* wall: the channel knows no units */ order_no as no, amount_fen as fen from recharge_order where channel = 'WECHAT' and posting_id is null
       and (created_at at time zone 'Asia/Shanghai')::date = $1::date order by id limit 1`,
    [day],
  );
  const unheard = rows.map(({ no, fen }) => ({ outTradeNo: no, channelNo: `SB${no}`, amount: (fen / 100).toFixed(2) }));
  const digits = day.replaceAll('-', '');
  return [...unheard, { outTradeNo: `POS${digits}01`, channelNo: `4200002${digits}01`, amount: '88.00' }].map(
    (one) => ({
      ...one,
      at: isoAt(at(day, unheardMinute)).slice(0, 19).replace('T', ' '),
      merchantNo,
    }),
  );
}

/**
 * A meal of the day paid to the platform at a terminal that was paid to nobody else: a day of which a unit's own number holds a part
 * is never held against bills, and would show no difference. Both units of the demo eat at the same minutes.
 */
async function mealOfPlatform({ pool }: Services, day: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ no: string }>(
    `select /* wall: the channel knows no units */ t.trade_no as no from third_trade t
     where t.channel = 'WECHAT' and t.status = 'SUCCESS' and t.merchant_no = '${merchantNo}' and t.device_id <> 0
       and t.business_date = $1::date and (t.paid_at at time zone 'Asia/Shanghai')::date = $1::date
       and not exists (select from third_refund r where r.organization_id = t.organization_id and r.third_trade_id = t.id)
       and not exists (select from third_trade o where o.organization_id = t.organization_id and o.device_id = t.device_id
         and o.business_date = t.business_date and o.merchant_no <> t.merchant_no)
     order by t.paid_at, t.id limit 1`,
    [day],
  );
  return rows[0]?.no;
}

/** Of one payment the channel took a yuan less than is booked, a coupon of its own that nobody told us of: a meal where there is one. */
function misstated(lines: readonly Paid[], meal: string | undefined): Paid[] {
  const back = new Set(lines.filter(({ refund }) => refund).map(({ outTradeNo }) => outTradeNo));
  const whole = lines.filter(({ refund, outTradeNo }) => !refund && !back.has(outTradeNo));
  const one = whole.find(({ outTradeNo }) => outTradeNo === meal) ?? whole[0];
  return lines.map((line) => (line === one ? { ...line, amount: (Number(line.amount) - 1).toFixed(2) } : line));
}

async function drop(platform: Actor, name: string, content: Buffer): Promise<void> {
  const fileKey = await uploadAs(platform.ctx(page), { name, purpose: 'bill', content });
  await platform.call(page, 'take', { fileKey });
}

/** Of the first days somebody has worked off what was found. */
async function workOff(platform: Actor, day: string): Promise<void> {
  const { rows } = await platform.call<{ rows: { id: number; kind: string }[] }>(abnormal, 'query', {
    size: 20,
    search: { day: [day, day], status: ['OPEN'] },
  });
  const witness = { account: seconds.platform, password: demoPassword };
  for (const { id, kind } of rows)
    if (kind === 'ORPHAN') await platform.call(abnormal, 'back', { id, witness });
    else if (kind === 'UNCREDITED') await platform.call(abnormal, 'credit', { id });
}

/** The account that the other channel's bills name is said to be the platform's before the first of them. */
async function registerAccount(platform: Actor): Promise<void> {
  const path = '/admin/platform/bill_merchant';
  const { total } = await platform.call<{ total: number }>(path, 'query', { search: { channel: ['ALIPAY'] } });
  if (total > 0) return;
  await platform.call(path, 'create', {
    channel: 'ALIPAY',
    merchantNo: billedAccount,
    note: '支付宝商家中心的主体与营业执照一致',
    witness: { account: seconds.platform, password: demoPassword },
  });
}

async function dropDay({ services }: Life, day: string, open: boolean): Promise<void> {
  const platform = await actorOf(services, 'platform');
  const odd = open || day.endsWith('5') ? await strange(services, day) : [];
  const took = await taken(services, 'WECHAT', day);
  const wechat = [...(open ? misstated(took, await mealOfPlatform(services, day)) : took), ...odd];
  const alipay = await taken(services, 'ALIPAY', day);
  if (wechat.length > 0) await drop(platform, `${merchantNo}All${day}.csv`, Buffer.from(wechatBill(wechat)));
  await registerAccount(platform);
  if (alipay.length > 0) await drop(platform, `20880000_${day}_业务明细.csv`, alipayBill(alipay));
  if (!open) await workOff(platform, day);
  await typeBalance(platform, day, open);
}

/** The bank's balance at the end of a day, typed the next morning: the books agree, with a little interest once. */
async function typeBalance(platform: Actor, day: string, last: boolean): Promise<void> {
  const bank = '/admin/platform/bank_statement';
  const should = await bankShould(platform.ctx(bank).db, 'ONE', day);
  const other = last ? { otherFen: 1_235, otherNote: '活期结息' } : {};
  await platform.call(bank, 'create', {
    account: 'ONE',
    day,
    balanceFen: should === undefined ? 30_000_000 : should + (other.otherFen ?? 0),
    ...other,
  });
}

/** The house looks at the terminals' days and at the books; the oldest month that a unit has closed is approved and locked. */
async function monthsOf({ services }: Life): Promise<void> {
  const path = '/admin/platform/monthly_examine_consume';
  await checkAllDays(services);
  await runUnitInvariants(services);
  await followMonths(services);
  const [platform, second] = [await actorOf(services, 'platform'), await actorOf(services, seconds.platform)];
  const pending = async () =>
    (
      await platform.call<{ rows: { id: number; steps: string }[] }>(path, 'query', {
        size: 50,
        search: { status: ['PENDING'] },
      })
    ).rows;
  const ids = (await pending()).map(({ id }) => id);
  if (ids.length === 0) return;
  await platform.call(path, 'examine', { ids });
  // The newest month stands first.
  const oldest = (await pending()).findLast(
    ({ steps }) => steps.includes('✓ 单位已月结') && steps.includes('✓ 账目相符'),
  );
  if (!oldest) return;
  for (const [step, title] of [
    ['light', '设备已传齐'],
    ['bills', '渠道账单已核对'],
    ['abnormal', '异常交易已处理'],
    ['statements', '结算单已确认'],
  ])
    if (oldest.steps.includes(`✗ ${title}`))
      await platform.call(path, 'note', { id: oldest.id, step, note: '已向单位核实，不影响本月' });
  await second.call(path, 'approve', { id: oldest.id });
  await platform.call(path, 'lock', { id: oldest.id });
}

export function channelBills(lives: readonly Life[], day: string, { from, to }: Span): Step[] {
  const [first] = lives;
  const before = addDays(day, -1);
  if (!first?.services.pay.sandbox('WECHAT') || day <= addDays(to, -8) || day > to || before < from) return [];
  return [
    { when: at(day, 10 * 60 + 20), play: () => dropDay(first, before, day === addDays(to, -1)) },
    // The house looks at the terminals' days by the hour.
    ...(day === addDays(to, -1) ? [{ when: at(day, 10 * 60 + 25), play: () => monthsOf(first) }] : []),
  ];
}
