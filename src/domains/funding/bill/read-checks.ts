/** Bills checked before: the latest, one with its findings, and its findings as a workbook. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { xlsxType } from '../../../kit/server/sheet/workbook-file.ts';
import { xlsxBytes } from '../../../kit/server/sheet/xlsx-writer.ts';
import { channelNames, type PayChannel } from '../pay/provider.ts';
import { type Finding, findingKinds } from './findings.ts';

const idOf = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0);
const lately = 20;

const heads = (ctx: Ctx) =>
  ctx.db
    .selectFrom('channel_bill')
    .select([
      'id',
      'channel',
      'filename',
      'from_date as from',
      'to_date as to',
      'line_count as lineCount',
      'other_count as otherCount',
      'matched_count as matchedCount',
      'matched_fen as matchedFen',
      'refund_matched_count as refundMatchedCount',
      'refund_matched_fen as refundMatchedFen',
      'credited_count as creditedCount',
      'credited_fen as creditedFen',
      'problem_count as problemCount',
      'operator_name as operatorName',
      'at',
    ]);

export const latestChecks = (ctx: Ctx) =>
  heads(ctx).orderBy('at', 'desc').orderBy('id', 'desc').limit(lately).execute();

async function wholeCheck(ctx: Ctx, id: unknown) {
  const check = await heads(ctx).select('findings').where('id', '=', idOf(id)).executeTakeFirst();
  return check ? { ...check, findings: check.findings as Finding[] } : refuse('NOT_FOUND');
}

/** A merchant that also sells elsewhere has thousands of lines nobody here knows; the workbook has them all. */
const mostShown = 1_000;

/** One check with what it found, as much as a screen takes; `findingCount` is all of it. */
export async function oneCheck(ctx: Ctx, id: unknown) {
  const check = await wholeCheck(ctx, id);
  if ('code' in check) return check;
  const { findings } = check;
  return { ...check, findingCount: findings.length, findings: findings.slice(0, mostShown) };
}

const columns = [
  ['结果', 'text', 12],
  ['类型', 'text', 8],
  ['账单行号', 'text', 10],
  ['单号', 'text', 30],
  ['渠道流水号', 'text', 32],
  ['姓名', 'text', 12],
  ['账单金额', 'money', 14],
  ['本系统金额', 'money', 14],
  ['时间', 'time', 20],
  ['说明', 'text', 48],
] as const;

/** The findings as a workbook; amounts in yuan. */
export async function checkSheet(ctx: Ctx, id: unknown): Promise<object | Refusal> {
  const check = await wholeCheck(ctx, id);
  if ('code' in check) return check;
  const cells = check.findings.map((one) => [
    labelIn(findingKinds, one.kind),
    one.refund ? '退款' : '充值',
    one.rowNo === null ? '' : String(one.rowNo),
    one.no,
    one.channelNo,
    one.personName,
    one.billFen,
    one.ourFen,
    one.at,
    one.why,
  ]);
  const name = `${channelNames[check.channel as PayChannel]}账单核对_${check.from}.xlsx`;
  const total = `一致 ${check.matchedCount} 笔 ${formatFenGrouped(check.matchedFen)} 元，补入账 ${check.creditedCount} 笔 ${formatFenGrouped(check.creditedFen)} 元`;
  const content = await xlsxBytes(
    {
      columns: columns.map(([title, kind, width]) => ({ title, kind, width })),
      info: { title: `${check.filename} 核对结果`, filter: total, exporter: check.operatorName, exportedAt: check.at },
    },
    cells,
  );
  return { file: { name, type: xlsxType, content } };
}
