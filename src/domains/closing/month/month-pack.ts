/** The month's papers: one archive with the close itself, daily balances, the statement and daily consumption, as workbooks. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { memorySink } from '../../../kit/server/sheet/byte-sinks.ts';
import type { CellValue, SheetColumn } from '../../../kit/server/sheet/types.ts';
import { xlsxBytes } from '../../../kit/server/sheet/xlsx-writer.ts';
import { createZipWriter } from '../../../kit/server/sheet/zip-writer.ts';
import { accountStatement, dailyBalances, purseNames } from '../../wallet/public.server.ts';
import type { MonthBooks } from '../services.ts';
import { monthBooks, monthSteps } from './month-books.ts';
import { monthTotals } from './month-totals.ts';

export interface Paper {
  name: string;
  columns: SheetColumn[];
  rows: CellValue[][];
}

const money = (title: string): SheetColumn => ({ title, kind: 'money', width: 16 });
const text = (title: string, width = 16): SheetColumn => ({ title, kind: 'text', width });
const whole = (title: string): SheetColumn => ({ title, kind: 'int' });
const day: SheetColumn = { title: '日期', kind: 'date' };

/** Who closed the month and who stood by; none while it is open. */
async function signatures({ db, from }: MonthBooks): Promise<CellValue[][]> {
  const closed = await db
    .selectFrom('month_close')
    .select(['asked_name', 'witness_name', 'finished_at'])
    .where('month', '=', from)
    .where('status', '=', 'CLOSED')
    .executeTakeFirst();
  if (!closed) return [];
  return [
    ['月结人', null, `${closed.asked_name}，${closed.finished_at?.slice(0, 10) ?? ''}`],
    ['见证人', null, closed.witness_name || '—'],
  ];
}

async function closePaper(books: MonthBooks): Promise<Paper> {
  const [steps, t] = [await monthSteps(books), await monthTotals(books.db, books.from, books.to)];
  const amounts: [string, number][] = [
    ['期初余额', t.openingFen],
    ['充值存款', t.incomingFen],
    ['补贴发放', t.grantedFen],
    ['账户消费', -t.consumedFen],
    ['退款取款', -t.paidOutFen],
    ['清零与退补贴', -t.takenBackFen],
    ['其他', t.otherFen],
    ['期末余额', t.closingFen],
  ];
  return {
    name: '月结',
    columns: [text('项目', 24), money('金额(元)'), text('核对结果', 80)],
    rows: [
      ...amounts.map(([label, fen]): CellValue[] => [label, fen, '']),
      ['消费笔数', null, `${t.tradeCount} 笔`],
      ...(await signatures(books)),
      ...steps.map((s): CellValue[] => [
        s.title,
        null,
        `${s.ok ? '✓' : s.note ? '已说明' : '✗'} ${s.figure}${s.note ? `；${s.note.by}：${s.note.text}` : ''}`,
      ]),
    ],
  };
}

async function balancePaper({ db, from, to }: MonthBooks): Promise<Paper> {
  const days = await dailyBalances(db, { from, to });
  return {
    name: '每日余额汇总',
    columns: [day, ...['期初余额', '收入合计', '支出合计', '期末余额', '账户合计(实际)', '差额'].map(money)],
    rows: days.map((d) => [
      d.businessDate,
      d.openingFen,
      d.inFen,
      d.outFen,
      d.closingFen,
      d.actualFen,
      d.differenceFen,
    ]),
  };
}

async function statementPaper({ db, from, to }: MonthBooks): Promise<Paper> {
  const rows = await accountStatement(db, { from, to }, { step: 'ALL' });
  const columns = [
    ['openingFen', '期初余额'],
    ['rechargeFen', '充值'],
    ['depositFen', '存款'],
    ['grantFen', '补贴发放'],
    ['correctedFen', '纠错退回'],
    ['otherInFen', '其他收入'],
    ['consumeFen', '消费'],
    ['supplementFen', '补扣'],
    ['refundFen', '退款'],
    ['cashOutFen', '取款'],
    ['clearFen', '补贴清零'],
    ['returnFen', '退补贴'],
    ['cardFeeFen', '工本费'],
    ['otherOutFen', '其他支出'],
    ['closingFen', '期末余额'],
  ] as const;
  return {
    name: '对账单',
    columns: [text('账户'), ...columns.map(([, label]) => money(label))],
    rows: rows.map((r) => [purseNames[r.purse], ...columns.map(([key]) => r[key])]),
  };
}

async function consumptionPaper({ services, organizationId, from, to }: MonthBooks): Promise<Paper> {
  const { rows } = await services.pool.query<Record<string, string | number>>(
    `select u.business_date as day, coalesce(r.name, '未分餐厅') as restaurant, coalesce(m.name, '非餐时') as meal,
       sum(u.consume_count)::bigint as trades, sum(u.restaurant_heads)::bigint as heads, sum(u.amount_fen)::bigint as fen,
       sum(u.reversed_fen)::bigint as back, sum(u.supplement_fen)::bigint as more,
       sum(u.amount_fen - u.reversed_fen + u.supplement_fen)::bigint as net
     from consumed_by_place u
     left join restaurant r on r.organization_id = u.organization_id and r.id = u.restaurant_id
     left join meal_period m on m.organization_id = u.organization_id and m.id = u.meal_period_id
     where u.organization_id = $1 and u.business_date between $2::date and $3::date
     group by u.business_date, r.name, m.name, m.start_time order by u.business_date, r.name, m.start_time`,
    [organizationId, from, to],
  );
  return {
    name: '每日消费汇总',
    columns: [
      day,
      text('餐厅'),
      text('餐次'),
      whole('笔数'),
      whole('人次'),
      ...['消费合计', '纠错退回', '补扣', '净额'].map(money),
    ],
    rows: rows.map((r) => [r.day, r.restaurant, r.meal, r.trades, r.heads, r.fen, r.back, r.more, r.net]),
  };
}

/** The papers of a month, in their order. */
export async function monthPapers(books: MonthBooks): Promise<Paper[]> {
  return [
    await closePaper(books),
    await balancePaper(books),
    await statementPaper(books),
    await consumptionPaper(books),
  ];
}

/** A paper as a workbook; the same rows and `made` give the same bytes. */
export const paperWorkbook = (
  paper: Paper,
  made: { unit: string; month: string; from: string; to: string; by: string; at: string },
): Promise<Buffer> =>
  xlsxBytes(
    {
      columns: paper.columns,
      info: {
        title: `${made.unit} ${made.month} ${paper.name}`,
        filter: `营业日期 ${made.from} 至 ${made.to}`,
        exporter: made.by,
        exportedAt: made.at,
      },
      sheetName: paper.name,
    },
    paper.rows,
  );

/** The archive, open months as well: then it is a draft of the close. */
export async function monthPack(ctx: Ctx, month: string) {
  const books = monthBooks(ctx.services, ownOrganization(ctx), month);
  const { sink, bytes } = memorySink();
  const zip = createZipWriter(sink);
  const unit = ctx.session.unitName ?? '';
  const made = { unit, month, from: books.from, to: books.to, by: ctx.session.name, at: isoAt(ctx.clock.now()) };
  for (const [i, paper] of (await monthPapers(books)).entries()) {
    zip.open(`${i + 1} ${paper.name}.xlsx`);
    await zip.write(await paperWorkbook(paper, made));
    await zip.close();
  }
  await zip.finish();
  await ctx.audit({ action: '导出月结资料', targetName: month });
  return { file: { name: `月结资料 ${month}.zip`, type: 'application/zip', content: bytes() } };
}
