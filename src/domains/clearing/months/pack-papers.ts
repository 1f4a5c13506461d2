/** What a unit's month is packed of beside its own papers: statements, splits, bills, differences, signatures; and one page to print. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Db } from '../../../kit/server/context.ts';
import type { CellValue, SheetColumn } from '../../../kit/server/sheet/types.ts';
import type { Paper } from '../../closing/public.server.ts';
import { abnormalKinds, abnormalStatuses } from '../abnormal/abnormal-states.ts';
import type { UnitMonthRow } from '../tables.ts';
import type { MonthStep } from './month-states.ts';

const text = (title: string, width = 18): SheetColumn => ({ title, kind: 'text', width });
const money = (title: string): SheetColumn => ({ title, kind: 'money', width: 14 });
const whole = (title: string): SheetColumn => ({ title, kind: 'int' });
const date = (title: string): SheetColumn => ({ title, kind: 'date' });
const label = (choices: readonly { value: string; label: string }[], value: string) =>
  choices.find((one) => one.value === value)?.label ?? value;

interface Days {
  organizationId: number;
  from: string;
  to: string;
}

async function statements(db: Db, { organizationId, from, to }: Days): Promise<Paper> {
  const rows = await db
    .selectFrom('unit_statement as s')
    .select([
      's.statement_no',
      's.from_date',
      's.to_date',
      's.contractor_fen',
      's.pay_fen',
      's.wallet_fen',
      's.claim_fen',
      's.status',
      's.organization_confirmed_name',
      's.contractor_confirmed_name',
    ])
    .where('s.organization_id', '=', organizationId)
    .where('s.from_date', '<=', to)
    .where('s.to_date', '>=', from)
    .orderBy('s.to_date')
    .orderBy('s.id')
    .execute();
  return {
    name: '结算单',
    columns: [
      text('结算单号', 26),
      date('开始'),
      date('结束'),
      money('承包商应得'),
      money('应结'),
      money('平台划付'),
      money('单位线下付'),
      text('状态'),
      text('单位确认'),
      text('承包商确认'),
    ],
    rows: rows.map((r): CellValue[] => Object.values(r) as CellValue[]),
  };
}

async function splits(db: Db, { organizationId, from, to }: Days): Promise<Paper> {
  const { rows } = await sql<{
    day: string;
    due: number;
    fee: number;
    service: number;
    share: number;
    contractor: number;
  }>`
    select business_date::text as day, sum(due_fen)::bigint as due, sum(fee_fen)::bigint as fee, sum(service_fen)::bigint as service,
      sum(share_fen)::bigint as share, sum(contractor_fen)::bigint as contractor
    from settle_day where organization_id = ${organizationId} and business_date between ${from}::date and ${to}::date
    group by 1 order by 1`.execute(db);
  return {
    name: '分账',
    columns: [date('日期'), ...['应分', '渠道手续费', '平台服务费', '单位分成', '承包商应得'].map(money)],
    rows: rows.map((r) => [r.day, r.due, r.fee, r.service, r.share, r.contractor]),
  };
}

async function bills(db: Db, { organizationId, from, to }: Days): Promise<Paper> {
  const { rows } = await sql<{ day: string; channel: string; state: string; n: number; paid: number; back: number }>`
    select /* wall: lines of the unit */ l.day::text as day, l.channel, l.state, count(*)::int as n,
      coalesce(sum(l.amount_fen) filter (where l.type = 'PAYMENT'), 0)::bigint as paid,
      coalesce(sum(l.amount_fen) filter (where l.type = 'REFUND'), 0)::bigint as back
    from merchant_bill_line l join merchant_bill b on b.id = l.bill_id and b.current and b.kind = 'TRADE'
    where l.organization_id = ${organizationId} and l.day between ${from}::date and ${to}::date group by 1, 2, 3 order by 1, 2, 3`.execute(
    db,
  );
  return {
    name: '账单核对',
    columns: [date('日期'), text('渠道'), text('核对'), whole('笔数'), money('收款'), money('退款')],
    rows: rows.map((r) => [
      r.day,
      r.channel === 'WECHAT' ? '微信' : '支付宝',
      r.state === 'MATCHED' ? '相符' : r.state === 'OTHER_DAY' ? '在途' : '有差异',
      r.n,
      r.paid,
      r.back,
    ]),
  };
}

async function differences(db: Db, { organizationId, from, to }: Days): Promise<Paper> {
  const rows = await db
    .selectFrom('abnormal_trade')
    .select([
      'abnormal_no',
      'kind',
      'day',
      'out_no',
      'channel_no',
      'bill_fen',
      'our_fen',
      'status',
      'said',
      'handled_name',
    ])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('id')
    .execute();
  return {
    name: '差异',
    columns: [
      text('编号', 24),
      text('类型'),
      date('日期'),
      text('本系统单号', 24),
      text('渠道流水号', 28),
      money('渠道金额'),
      money('本系统金额'),
      text('状态'),
      text('处理结果', 40),
      text('处理人'),
    ],
    rows: rows.map((r): CellValue[] => [
      r.abnormal_no,
      label(abnormalKinds, r.kind),
      r.day,
      r.out_no,
      r.channel_no,
      r.bill_fen,
      r.our_fen,
      label(abnormalStatuses, r.status),
      r.said,
      r.handled_name,
    ]),
  };
}

/** What the caterers' storehouses at the unit held, took in and gave out; only months that were closed by two. */
async function stockMonths(db: Db, { organizationId, from }: Days): Promise<Paper> {
  const { rows } = await sql<{ values: CellValue[] }>`
    select /* wall: storehouses at the unit */ json_build_array(c.name, h.name, g.name, stock_qty(l.opening_qty, g.base_unit), l.opening_fen,
      stock_qty(l.in_qty, g.base_unit), l.in_fen, stock_qty(l.issue_qty + l.sale_qty + l.loss_qty + l.away_qty, g.base_unit),
      l.issue_fen + l.sale_fen + l.loss_fen + l.away_fen, stock_qty(l.count_qty, g.base_unit), l.count_fen + l.revalue_fen,
      stock_qty(l.closing_qty, g.base_unit), l.closing_fen, m.maker_name, m.checker_name) as values
    from storehouse h join contractor c on c.id = h.contractor_id
    join stock_month m on m.contractor_id = h.contractor_id and m.storehouse_id = h.id and m.status in ('CLOSED', 'LOCKED')
    join stock_month_line l on l.contractor_id = m.contractor_id and l.month_id = m.id
    join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
    where h.site_id = ${organizationId} and m.month = ${from}::date order by c.id, h.id, g.code`.execute(db);
  return {
    name: '库存月结',
    columns: [
      text('承包商'),
      text('仓库'),
      text('商品'),
      ...['期初', '入库', '出库', '盘点调价', '期末'].flatMap((one) => [text(one), money(`${one}金额`)]),
      text('核对'),
      text('结账'),
    ],
    rows: rows.map(({ values }) => values),
  };
}

const signatures = (month: UnitMonthRow): Paper => ({
  name: '审核与签字',
  columns: [text('项目', 24), text('结果', 12), text('依据', 80)],
  rows: [
    ...(month.steps as MonthStep[]).map((step): CellValue[] => [
      step.title,
      step.ok ? '✓' : '已说明',
      `${step.figure}${step.note ? `；${step.note.by}：${step.note.text}` : ''}`,
    ]),
    ['初审', '', `${month.maker_name}，${String(month.examined_at).slice(0, 10)}`],
    ['审核', '', `${month.checker_name}，${String(month.checked_at).slice(0, 10)}`],
  ],
});

/** `db` sees the whole unit and the platform's tables. */
export async function platformPapers(db: Db, days: Days, month: UnitMonthRow): Promise<Paper[]> {
  return [
    await statements(db, days),
    await splits(db, days),
    await bills(db, days),
    await differences(db, days),
    await stockMonths(db, days),
    signatures(month),
  ];
}

const escaped = (value: CellValue): string =>
  String(value ?? '').replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

/** All papers on A4: headings repeat on every page, pages are numbered by the browser that prints them. */
export function printPage(title: string, papers: readonly Paper[]): string {
  const cell = ({ kind }: SheetColumn, value: CellValue) =>
    kind === 'money' && typeof value === 'number' ? formatFenGrouped(value) : escaped(value);
  const table = ({ name, columns, rows }: Paper) =>
    `<h2>${escaped(name)}</h2><table><thead><tr>${columns.map((one) => `<th>${escaped(one.title)}</th>`).join('')}</tr></thead><tbody>${rows
      .map((row) => `<tr>${columns.map((one, i) => `<td class="${one.kind}">${cell(one, row[i])}</td>`).join('')}</tr>`)
      .join('\n')}</tbody></table>`;
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${escaped(title)}</title><style>
@page{size:A4;margin:14mm;@bottom-center{content:"第 " counter(page) " 页，共 " counter(pages) " 页"}}
body{font:11px/1.5 sans-serif}h1{font-size:16px}h2{font-size:13px;break-after:avoid}table{border-collapse:collapse;width:100%}
thead{display:table-header-group}tr{break-inside:avoid}th,td{border:1px solid #999;padding:2px 4px;text-align:left}td.money,td.int{text-align:right}
</style><h1>${escaped(title)}</h1>${papers.map(table).join('\n')}</html>\n`;
}
